// a function may mention itself and later ones
function even(n: int): bool { n == 0 || odd(n - 1) }
function odd(n: int): bool { n != 0 && even(n - 1) }
