//! Addresses of machines and networks, and hardware addresses (`network_recv` and `macaddr_recv` in PostgreSQL's source).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::bytes::put_after_length;

/// The numbers of the families in PostgreSQL's binary form.
const IPV4: u8 = 2;
const IPV6: u8 = 3;

/// Appends an IPv4 address, after its length.
pub(super) fn put_ipv4(address: u32, is_network: bool, out: &mut Vec<u8>) {
    put_inet(Ipv4Addr::from_bits(address).into(), None, is_network, out);
}

/// Appends an IPv6 address, after its length.
pub(super) fn put_ipv6(address: u128, is_network: bool, out: &mut Vec<u8>) {
    put_inet(Ipv6Addr::from_bits(address).into(), None, is_network, out);
}

/// Appends an address with the length of its prefix, after its own length. Without a prefix it is of one machine.
fn put_inet(address: IpAddr, prefix: Option<u8>, is_network: bool, out: &mut Vec<u8>) {
    put_after_length(out, |out| match address {
        IpAddr::V4(address) => {
            out.extend_from_slice(&[IPV4, prefix.unwrap_or(32), u8::from(is_network), 4]);
            out.extend_from_slice(&address.octets());
        }
        IpAddr::V6(address) => {
            out.extend_from_slice(&[IPV6, prefix.unwrap_or(128), u8::from(is_network), 16]);
            out.extend_from_slice(&address.octets());
        }
    });
}

/// Appends the address that a text is, after its length; nothing but a length of 0, which the server refuses, where it is none.
pub(super) fn put_inet_text(text: &[u8], is_network: bool, out: &mut Vec<u8>) {
    let parsed = str::from_utf8(text).ok().and_then(|text| {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix.parse::<u8>().ok()?)),
            None => (text, None),
        };
        Some((address.parse::<IpAddr>().ok()?, prefix))
    });
    match parsed {
        Some((address, prefix)) => put_inet(address, prefix, is_network, out),
        None => put_after_length(out, |_| {}),
    }
}

/// Appends the hardware address that a text is: twelve hexadecimal digits with any signs between them. Its length is 0, which the
/// server refuses, where it is none.
pub(super) fn put_mac_text(text: &[u8], out: &mut Vec<u8>) {
    let (mut address, mut digits) = (0u64, 0);
    for digit in text.iter().filter_map(|&byte| char::from(byte).to_digit(16)) {
        address = address << 4 | u64::from(digit);
        digits += 1;
    }
    put_after_length(out, |out| {
        if digits == 12 {
            out.extend_from_slice(&address.to_be_bytes()[2..]);
        }
    });
}
