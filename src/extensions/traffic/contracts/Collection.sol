// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Pieces that anyone may mint for nothing, with what wallets and indexers read of an ERC-721.
contract Collection {
    error NotOwner(address account, uint256 id);
    error UnknownPiece(uint256 id);

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    string public constant name = "Traffic";
    string public constant symbol = "TRFC";
    uint256 public totalSupply;
    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 id => address) private owners;

    function mint() external returns (uint256 id) {
        id = ++totalSupply;
        owners[id] = msg.sender;
        balanceOf[msg.sender]++;
        emit Transfer(address(0), msg.sender, id);
    }

    function transferFrom(address from, address to, uint256 id) external {
        if (from != msg.sender || owners[id] != from) revert NotOwner(msg.sender, id);
        owners[id] = to;
        balanceOf[from]--;
        balanceOf[to]++;
        emit Transfer(from, to, id);
    }

    function ownerOf(uint256 id) external view returns (address owner) {
        owner = owners[id];
        if (owner == address(0)) revert UnknownPiece(id);
    }

    /// ERC-165 and ERC-721.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }
}
