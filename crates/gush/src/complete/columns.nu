  # The columns of `gush rows` are completed by gush itself.
  def "nu-complete gush rows operands" [context: string] {
    let word = $context | split row --regex '\s+' | last
    { options: { sort: false }, completions: (^gush rows $"--complete-column=($word)" | lines) }
  }
