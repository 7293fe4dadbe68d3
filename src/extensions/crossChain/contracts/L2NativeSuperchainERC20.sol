// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token for tests that is at the same address on all L2s, and of which anyone can mint.
contract L2NativeSuperchainERC20 {
    string public constant name = "L2NativeSuperchainERC20";
    string public constant symbol = "MOCK";
    uint8 public constant decimals = 18;
    address private constant BRIDGE = 0x4200000000000000000000000000000000000028;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);
    event CrosschainMint(address indexed to, uint256 amount, address indexed sender);
    event CrosschainBurn(address indexed from, uint256 amount, address indexed sender);

    error Unauthorized();

    modifier onlyBridge() {
        if (msg.sender != BRIDGE) revert Unauthorized();
        _;
    }

    function mint(address to, uint256 amount) public {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function crosschainMint(address to, uint256 amount) external onlyBridge {
        mint(to, amount);
        emit CrosschainMint(to, amount, msg.sender);
    }

    function crosschainBurn(address from, uint256 amount) external onlyBridge {
        balanceOf[from] -= amount;
        totalSupply -= amount;
        emit Transfer(from, address(0), amount);
        emit CrosschainBurn(from, amount, msg.sender);
    }

    /// ERC-165, ERC-20 and ERC-7802.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x36372b07 || id == 0x33331994;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= amount;
        move(from, to, amount);
        return true;
    }

    function move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}
