//! Reading and writing memory: words of maps that hold such words, and words put together from
//! bytes, lowest first.

use super::Encoder;
use crate::ir::*;

impl Encoder<'_> {
    /// What memory holds, in the representation of the map; as an integer it is a value of
    /// [`Encoder::loaded_type`].
    pub fn load(&mut self, access: AccessId, address: TermId) -> String {
        let at = self.at(address);
        let map = self.memory.map_of(access);
        let width = self.m.accesses[access.index()].width;
        let name = self.memory.maps()[map as usize].name.clone();
        if self.element(map).width == width * 8 {
            return format!("{name}[{at}]");
        }
        let load = self.load_bytes(map, width);
        format!("{load}({name}, {at})")
    }

    /// The type of the number that [`Encoder::load`] gives.
    pub fn loaded_type(&self, access: AccessId) -> IntTy {
        let element = self.element(self.memory.map_of(access));
        let width = self.m.accesses[access.index()].width * 8;
        if element.width == width { element } else { IntTy::unsigned(width) }
    }

    /// The text of `m[at] := value` for a term.
    pub fn stored(&mut self, access: AccessId, at: &str, value: TermId) -> String {
        let map = self.memory.map_of(access);
        let width = self.m.accesses[access.index()].width;
        let name = self.memory.maps()[map as usize].name.clone();
        let ty = self.loaded_type(access);
        let text = match self.representation.map(map) {
            true => self.value(value, true),
            false => self.converted(value, ty),
        };
        if self.element(map).width == width * 8 {
            return format!("{name}[{at}] := {text}");
        }
        let store = self.store_bytes(map, width);
        format!("{name} := {store}({name}, {at}, {text})")
    }

    /// The address so many bytes after `a`.
    pub fn further(&mut self, a: &str, by: &str) -> String {
        match self.representation.domain() {
            true => self.bits_binary(BinOp::Add, a, by, self.m.pointer_ty()),
            false => format!("({a} + {by})"),
        }
    }

    fn places(&mut self, width: u32) -> Vec<String> {
        let mut places = vec!["a".to_owned()];
        for i in 1..width {
            let by = self.address(i128::from(i));
            places.push(self.further("a", &by));
        }
        places
    }

    /// The name of the function that reads so many bytes.
    fn load_bytes(&mut self, map: u32, width: u32) -> String {
        let bits = self.representation.map(map);
        let name = format!("$load.{width}{}", if bits { "" } else { ".int" });
        let (sort, address) = (self.map_sort(map), self.pointer_sort());
        let mut parts = Vec::new();
        for (i, at) in self.places(width).into_iter().enumerate().rev() {
            parts.push(match bits || i == 0 {
                true => format!("m[{at}]"),
                false => format!("{} * m[{at}]", 1u128 << (8 * i).min(127)),
            });
        }
        let body = parts.join(if bits { " ++ " } else { " + " });
        let value = self.sort(IntTy::unsigned(width * 8), bits);
        self.function(&name, || {
            format!("function {{:inline}} {name}(m: {sort}, a: {address}): {value} {{ {body} }}")
        });
        name
    }

    /// The name of the function that writes so many bytes.
    fn store_bytes(&mut self, map: u32, width: u32) -> String {
        let bits = self.representation.map(map);
        let name = format!("$store.{width}{}", if bits { "" } else { ".int" });
        let (sort, address) = (self.map_sort(map), self.pointer_sort());
        let mut body = "m".to_owned();
        for (i, at) in self.places(width).into_iter().enumerate() {
            let byte = match bits {
                true => format!("v[{}:{}]", 8 * i + 8, 8 * i),
                false => format!("(v div {}) mod 256", 1u128 << (8 * i).min(127)),
            };
            body.push_str(&format!("[{at} := {byte}]"));
        }
        let value = self.sort(IntTy::unsigned(width * 8), bits);
        self.function(&name, || {
            format!(
                "function {{:inline}} {name}(m: {sort}, a: {address}, v: {value}): {sort} {{ {body} }}"
            )
        });
        name
    }
}
