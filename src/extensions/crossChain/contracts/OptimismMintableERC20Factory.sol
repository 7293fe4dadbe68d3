// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC165, IOptimismMintableERC20} from "./StandardBridge.sol";

/// An ERC-20 that the bridge mints for what it has received of a token of the other chain, and burns again.
contract OptimismMintableERC20 {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    address public immutable remoteToken;
    address public immutable bridge;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Mint(address indexed account, uint256 amount);
    event Burn(address indexed account, uint256 amount);

    modifier onlyBridge() {
        require(msg.sender == bridge, "OptimismMintableERC20: only bridge can mint and burn");
        _;
    }

    constructor(address bridge_, address remoteToken_, string memory name_, string memory symbol_, uint8 decimals_) {
        (bridge, remoteToken, name, symbol, decimals) = (bridge_, remoteToken_, name_, symbol_, decimals_);
    }

    function version() external pure returns (string memory) {
        return "1.4.0";
    }

    function l1Token() external view returns (address) {
        return remoteToken;
    }

    function l2Bridge() external view returns (address) {
        return bridge;
    }

    function REMOTE_TOKEN() external view returns (address) {
        return remoteToken;
    }

    function BRIDGE() external view returns (address) {
        return bridge;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == type(IERC165).interfaceId || id == type(IOptimismMintableERC20).interfaceId;
    }

    function mint(address to, uint256 amount) external onlyBridge {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
        emit Mint(to, amount);
    }

    function burn(address from, uint256 amount) external onlyBridge {
        balanceOf[from] -= amount;
        totalSupply -= amount;
        emit Transfer(from, address(0), amount);
        emit Burn(from, amount);
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

/// Makes such tokens, at addresses that follow from what they are.
contract OptimismMintableERC20Factory {
    /// Set where the contract is placed.
    address public bridge;
    mapping(address => address) public deployments;

    event StandardL2TokenCreated(address indexed remoteToken, address indexed localToken);
    event OptimismMintableERC20Created(address indexed localToken, address indexed remoteToken, address deployer);

    function version() external pure returns (string memory) {
        return "1.10.1";
    }

    function BRIDGE() external view returns (address) {
        return bridge;
    }

    function createStandardL2Token(address remoteToken, string calldata name, string calldata symbol)
        external
        returns (address)
    {
        return create(remoteToken, name, symbol, 18);
    }

    function createOptimismMintableERC20(address remoteToken, string calldata name, string calldata symbol)
        external
        returns (address)
    {
        return create(remoteToken, name, symbol, 18);
    }

    function createOptimismMintableERC20WithDecimals(
        address remoteToken,
        string calldata name,
        string calldata symbol,
        uint8 decimals
    ) external returns (address) {
        return create(remoteToken, name, symbol, decimals);
    }

    function create(address remoteToken, string calldata name, string calldata symbol, uint8 decimals)
        private
        returns (address token)
    {
        require(remoteToken != address(0), "OptimismMintableERC20Factory: must provide remote token address");
        bytes32 salt = keccak256(abi.encode(remoteToken, name, symbol, decimals));
        token = address(new OptimismMintableERC20{salt: salt}(bridge, remoteToken, name, symbol, decimals));
        deployments[token] = remoteToken;
        emit StandardL2TokenCreated(remoteToken, token);
        emit OptimismMintableERC20Created(token, remoteToken, msg.sender);
    }
}
