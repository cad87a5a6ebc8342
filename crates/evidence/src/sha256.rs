//! SHA-256 (FIPS 180-4), for the hashes of input files in witnesses.

/// The first 64 bits of the fractional parts of roots of primes, as the standard has them: the
/// n-th prime's square (`false`) or cube root (`true`), cut to 32 bits.
fn root_bits(prime: u64, cube: bool) -> u32 {
    // The root of prime · 2^(32·degree), found bit by bit, is the root with 32 binary places.
    let degree = if cube { 3 } else { 2 };
    let mut root: u128 = 0;
    for bit in (0..42).rev() {
        let next = root | 1 << bit;
        let fits = match degree {
            2 => next * next <= u128::from(prime) << 64,
            // Avoids overflow: next³ ≤ p·2^96 if and only if next² ≤ p·2^96 / next.
            _ => next * next <= (u128::from(prime) << 96) / next,
        };
        if fits {
            root = next;
        }
    }
    root as u32
}

fn primes(count: usize) -> Vec<u64> {
    let mut found: Vec<u64> = Vec::with_capacity(count);
    let mut n = 2;
    while found.len() < count {
        if found.iter().all(|p| n % p != 0) {
            found.push(n);
        }
        n += 1;
    }
    found
}

/// The hash as hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let primes = primes(64);
    let keys: Vec<u32> = primes.iter().map(|&p| root_bits(p, true)).collect();
    let mut state: Vec<u32> = primes[..8].iter().map(|&p| root_bits(p, false)).collect();
    let mut message = bytes.to_vec();
    message.push(0x80);
    message.resize(message.len().next_multiple_of(64), 0);
    if message.len() - bytes.len() < 9 {
        message.resize(message.len() + 64, 0);
    }
    let end = message.len();
    message[end - 8..].copy_from_slice(&(bytes.len() as u64 * 8).to_be_bytes());
    for block in message.chunks_exact(64) {
        compress(&mut state, block, &keys);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn compress(state: &mut [u32], block: &[u8], keys: &[u32]) {
    let word = |c: &[u8]| u32::from_be_bytes([c[0], c[1], c[2], c[3]]);
    let mut w: Vec<u32> = block.chunks_exact(4).map(word).collect();
    for i in 16..64 {
        let (x, y) = (w[i - 15], w[i - 2]);
        let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
        let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
        w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
    }
    let mut v = [0u32; 8];
    v.copy_from_slice(state);
    for (key, word) in keys.iter().zip(&w) {
        let [a, b, c, d, e, f, g, h] = v;
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let t1 = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(*key).wrapping_add(*word);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let t2 = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        v = [t1.wrapping_add(t2), a, b, c, d.wrapping_add(t1), e, f, g];
    }
    for (word, add) in state.iter_mut().zip(v) {
        *word = word.wrapping_add(add);
    }
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn examples_of_the_standard() {
        let check = |text: &str, hash: &str| assert_eq!(sha256(text.as_bytes()), hash);
        check("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        check("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        check(
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        );
    }
}
