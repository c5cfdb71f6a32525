//! The README shows code that compiles.

#[test]
fn the_snippet_of_the_readme_is_the_minimal_example() {
    let readme = include_str!("../../README.md");
    let example = include_str!("../../examples/minimal.rs");
    let (_, code) = example.split_once("\n\n").expect("a doc line, an empty line, code");
    let (_, snippet) = readme.split_once("```rust,no_run\n").expect("a snippet in the README");
    let (snippet, _) = snippet.split_once("```").expect("the end of the snippet");
    assert_eq!(snippet, code);
}
