// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Reads values of a Merkle-Patricia trie from the nodes on the way to them.
library MerkleTrie {
    uint256 private constant NIBBLES = 64;

    /// Whether the trie with that root has the value, of one byte, at the key, of 32 bytes.
    function includes(bytes32 root, bytes32 key, bytes1 value, bytes[] calldata nodes) internal pure returns (bool) {
        if (nodes.length == 0 || keccak256(nodes[0]) != root) return false;
        uint256 depth = 0;
        for (uint256 level = 0; level < nodes.length; level++) {
            (bytes calldata ref, uint256 next, bool isEnd) = step(nodes[level], key, depth);
            if (next == 0) return false;
            if (isEnd) return level == nodes.length - 1 && isByte(ref, value);
            if (level + 1 == nodes.length || !isNode(ref, nodes[level + 1])) return false;
            depth = next;
        }
        return false;
    }

    /// What a node has at the key, of which `depth` nibbles lead to it: a node, to which `next` lead, or a value at the end.
    function step(bytes calldata node, bytes32 key, uint256 depth)
        private
        pure
        returns (bytes calldata ref, uint256 next, bool isEnd)
    {
        ref = node[0:0];
        (uint256 start,, bool isList) = header(node, 0);
        if (!isList || depth > NIBBLES) return (ref, 0, false);
        uint256 count = countOf(node, start);
        if (count == 17) {
            if (depth == NIBBLES) return (ref, 0, false);
            return (itemAt(node, start, nibble(key, depth)), depth + 1, false);
        }
        if (count != 2) return (ref, 0, false);
        (next, isEnd) = follow(content(itemAt(node, start, 0)), key, depth);
        if (next != 0) ref = itemAt(node, start, 1);
    }

    /// Where the compact path of a node leads; 0: not to the key.
    function follow(bytes calldata path, bytes32 key, uint256 depth) private pure returns (uint256, bool isEnd) {
        if (path.length == 0) return (0, false);
        uint256 kind = uint8(path[0]) >> 4;
        if (kind > 3) return (0, false);
        isEnd = kind > 1;
        for (uint256 i = 2 - (kind & 1); i < path.length * 2; i++) {
            uint256 pair = uint8(path[i / 2]);
            if (depth == NIBBLES || nibble(key, depth) != (i & 1 == 0 ? pair >> 4 : pair & 15)) return (0, isEnd);
            depth++;
        }
        return (isEnd && depth != NIBBLES ? 0 : depth, isEnd);
    }

    function isByte(bytes calldata item, bytes1 value) private pure returns (bool) {
        bytes calldata found = content(item);
        return found.length == 1 && found[0] == value;
    }

    /// Whether a node is the one that its parent refers to: by its hash, or as a part of itself when it is short.
    function isNode(bytes calldata ref, bytes calldata node) private pure returns (bool) {
        if (ref.length == 33 && uint8(ref[0]) == 0xa0) return keccak256(node) == bytes32(ref[1:]);
        return keccak256(node) == keccak256(ref);
    }

    function nibble(bytes32 key, uint256 depth) private pure returns (uint256) {
        return (uint256(key) >> (252 - 4 * depth)) & 15;
    }

    /// Where the content of the RLP item at `from` begins, and how long it is.
    function header(bytes calldata data, uint256 from) private pure returns (uint256 start, uint256 length, bool isList) {
        uint256 first = uint8(data[from]);
        if (first < 0x80) return (from, 1, false);
        isList = first >= 0xc0;
        uint256 short = first - (isList ? 0xc0 : 0x80);
        if (short < 56) {
            (start, length) = (from + 1, short);
        } else {
            uint256 size = short - 55;
            for (uint256 i = 1; i <= size; i++) length = (length << 8) | uint8(data[from + i]);
            start = from + 1 + size;
        }
        require(length <= data.length && start + length <= data.length, "MerkleTrie: short item");
    }

    function countOf(bytes calldata list, uint256 from) private pure returns (uint256 count) {
        while (from < list.length) {
            (uint256 start, uint256 length,) = header(list, from);
            from = start + length;
            count++;
        }
    }

    /// The item of that index with its header, of a list whose items begin at `from`; nothing for an empty string.
    function itemAt(bytes calldata list, uint256 from, uint256 index) private pure returns (bytes calldata) {
        for (;;) {
            (uint256 start, uint256 length,) = header(list, from);
            if (index == 0) return length == 0 ? list[0:0] : list[from:start + length];
            from = start + length;
            index--;
        }
        revert();
    }

    function content(bytes calldata item) private pure returns (bytes calldata) {
        if (item.length == 0) return item;
        (uint256 start, uint256 length, bool isList) = header(item, 0);
        return isList ? item[0:0] : item[start:start + length];
    }
}
