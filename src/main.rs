//! The program: maps a result to an exit status.

fn main() {}
