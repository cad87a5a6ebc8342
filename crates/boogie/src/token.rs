//! The kinds of tokens, and the reserved words.

use crate::interner::{Interner, Symbol};
use crate::source::Span;

/// A token. `symbol` is meaningful for identifiers and reserved words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: T,
    pub start: u32,
    pub end: u32,
    pub symbol: Symbol,
}

impl Token {
    pub fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }
}

macro_rules! tokens {
    (plain { $($plain:ident $text:literal),* $(,)? } reserved { $($word:ident $spelling:literal),* $(,)? }) => {
        /// Kinds of tokens.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum T { $($plain,)* $($word,)* }

        impl T {
            /// How messages call it.
            pub fn describe(self) -> &'static str {
                match self { $(T::$plain => $text,)* $(T::$word => concat!("`", $spelling, "`"),)* }
            }
        }

        const RESERVED: &[(&str, T)] = &[$(($spelling, T::$word)),*];
    };
}

tokens! {
    plain {
        Eof "the end of the file", Bad "a stray character",
        Ident "a name", Int "a number", Real "a real number", Float "a floating-point number",
        Bv "a bit-vector", Str "a string",
        LParen "`(`", RParen "`)`", LBracket "`[`", RBracket "`]`", LBrace "`{`", RBrace "`}`",
        CodeStart "`|{`", CodeEnd "`}|`", Semicolon "`;`", Comma "`,`", Colon "`:`",
        ColonColon "`::`", Assign "`:=`", Is "`=`", Arrow "`->`", Bar "`|`",
        Iff "`<==>`", Implies "`==>`", Explies "`<==`", And "`&&`", Or "`||`", Not "`!`",
        Eq "`==`", Neq "`!=`", Lt "`<`", Le "`<=`", Gt "`>`", Ge "`>=`", Subtype "`<:`",
        Concat "`++`", Plus "`+`", Minus "`-`", Star "`*`", Slash "`/`", Pow "`**`",
    }
    reserved {
        Var "var", Where "where", IntType "int", RealType "real", BoolType "bool",
        Const "const", Unique "unique", Function "function", Returns "returns",
        Axiom "axiom", Type "type", Procedure "procedure", Implementation "implementation",
        Modifies "modifies", Free "free", Requires "requires", Ensures "ensures",
        Goto "goto", Return "return", If "if", Else "else", While "while",
        Invariant "invariant", Break "break", Assert "assert", Assume "assume",
        Havoc "havoc", Yield "yield", Async "async", Call "call", Par "par",
        Div "div", Mod "mod", False "false", True "true", Old "old",
        Forall "forall", Exists "exists", Lambda "lambda", Then "then",
        Rne "RNE", RneLong "roundNearestTiesToEven", Rna "RNA",
        RnaLong "roundNearestTiesToAway", Rtp "RTP", RtpLong "roundTowardPositive",
        Rtn "RTN", RtnLong "roundTowardNegative", Rtz "RTZ", RtzLong "roundTowardZero",
    }
}

/// Number of reserved words: symbols below it are reserved.
pub(crate) const fn reserved_count() -> u32 {
    RESERVED.len() as u32
}

pub(crate) fn reserved_token(symbol: Symbol) -> T {
    RESERVED[symbol.index()].1
}

/// An interner whose first symbols are the reserved words, in order, followed by the
/// words that have a meaning in some places only ([`Words`]).
pub(crate) fn seeded_interner() -> (Interner, Words) {
    let mut names = Interner::new();
    for (word, _) in RESERVED {
        names.intern(word);
    }
    let words = Words::new(&mut names);
    (names, words)
}

macro_rules! words {
    ($($word:ident),*) => {
        /// Words with a meaning in some places; elsewhere they are names.
        #[allow(missing_docs, non_snake_case)]
        #[derive(Clone, Copy)]
        pub(crate) struct Words { $(pub $word: Symbol),* }

        impl Words {
            fn new(names: &mut Interner) -> Self {
                Words { $($word: names.intern(stringify!($word))),* }
            }
        }
    };
}

words!(
    extends, complete, finite, uses, datatype, is, hideable, revealed, measure, pure, action, left,
    right, both, atomic, hide, reveal, push, pop, pushScope, popScope, nopats
);

/// Whether an identifier of this text has to be written with a backslash.
pub(crate) fn is_reserved(text: &str) -> bool {
    RESERVED.iter().any(|(word, _)| *word == text)
}
