import { compileSolidity } from './compileSolidity.ts'

/** A DEX, a vault, proxies of three kinds, and what creates and destroys: as live chains have them. */
const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Token {
  string public name;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);
  error InsufficientBalance(address owner, uint256 balance, uint256 needed);

  constructor(string memory name_, uint256 supply) {
    name = name_;
    _mint(msg.sender, supply);
  }

  function approve(address spender, uint256 value) external returns (bool) {
    allowance[msg.sender][spender] = value;
    emit Approval(msg.sender, spender, value);
    return true;
  }

  function transfer(address to, uint256 value) external returns (bool) {
    _move(msg.sender, to, value);
    return true;
  }

  function transferFrom(address from, address to, uint256 value) external returns (bool) {
    allowance[from][msg.sender] -= value;
    _move(from, to, value);
    return true;
  }

  function _mint(address to, uint256 value) internal {
    totalSupply += value;
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
  }

  function _burn(address from, uint256 value) internal {
    balanceOf[from] -= value;
    totalSupply -= value;
    emit Transfer(from, address(0), value);
  }

  function _move(address from, address to, uint256 value) internal {
    uint256 balance = balanceOf[from];
    if (balance < value) revert InsufficientBalance(from, balance, value);
    balanceOf[from] = balance - value;
    balanceOf[to] += value;
    emit Transfer(from, to, value);
  }
}

contract Pair is Token("Shares", 0) {
  Token public immutable token0;
  Token public immutable token1;
  uint112 public reserve0;
  uint112 public reserve1;
  event Swap(address indexed sender, uint256 amountIn, uint256 amountOut);

  constructor(Token a, Token b) {
    token0 = a;
    token1 = b;
  }

  function add(uint256 amount0, uint256 amount1) external {
    token0.transferFrom(msg.sender, address(this), amount0);
    token1.transferFrom(msg.sender, address(this), amount1);
    _mint(msg.sender, amount0 + amount1);
    sync();
  }

  function remove(uint256 shares) external {
    uint256 amount0 = uint256(reserve0) * shares / totalSupply;
    uint256 amount1 = uint256(reserve1) * shares / totalSupply;
    _burn(msg.sender, shares);
    token0.transfer(msg.sender, amount0);
    token1.transfer(msg.sender, amount1);
    sync();
  }

  function quote(uint256 amountIn) public view returns (uint256) {
    uint256 taken = amountIn * 997;
    return taken * reserve1 / (uint256(reserve0) * 1000 + taken);
  }

  function swap(uint256 amountIn, uint256 least) external returns (uint256 amountOut) {
    amountOut = quote(amountIn);
    require(amountOut >= least, "Pair: too little");
    token0.transferFrom(msg.sender, address(this), amountIn);
    token1.transfer(msg.sender, amountOut);
    emit Swap(msg.sender, amountIn, amountOut);
    sync();
  }

  function sync() public {
    reserve0 = uint112(token0.balanceOf(address(this)));
    reserve1 = uint112(token1.balanceOf(address(this)));
  }
}

contract Vault is Token("Vault", 0) {
  Token public immutable asset;
  event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);
  event Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares);

  constructor(Token asset_) { asset = asset_; }

  function totalAssets() public view returns (uint256) { return asset.balanceOf(address(this)); }
  function convertToShares(uint256 assets) public view returns (uint256) {
    return assets * (totalSupply + 1) / (totalAssets() + 1);
  }
  function convertToAssets(uint256 shares) public view returns (uint256) {
    return shares * (totalAssets() + 1) / (totalSupply + 1);
  }

  function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
    shares = convertToShares(assets);
    asset.transferFrom(msg.sender, address(this), assets);
    _mint(receiver, shares);
    emit Deposit(msg.sender, receiver, assets, shares);
  }

  function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets) {
    if (owner != msg.sender) allowance[owner][msg.sender] -= shares;
    assets = convertToAssets(shares);
    _burn(owner, shares);
    asset.transfer(receiver, assets);
    emit Withdraw(msg.sender, receiver, owner, assets, shares);
  }
}

contract Counter {
  uint256 public count;
  address public last;
  event Counted(address indexed by, uint256 count);
  function increment(uint256 by) external payable returns (uint256) {
    count += by;
    last = msg.sender;
    emit Counted(msg.sender, count);
    return count;
  }
}

contract FasterCounter is Counter {
  function twice() external { count *= 2; emit Counted(msg.sender, count); }
}

/** ERC-1967. */
contract Proxy {
  bytes32 private constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
  constructor(address implementation) { assembly { sstore(SLOT, implementation) } }
  function upgradeTo(address implementation) external { assembly { sstore(SLOT, implementation) } }
  fallback() external payable {
    assembly {
      calldatacopy(0, 0, calldatasize())
      let ok := delegatecall(gas(), sload(SLOT), 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      if iszero(ok) { revert(0, returndatasize()) }
      return(0, returndatasize())
    }
  }
}

contract Beacon {
  address public implementation;
  constructor(address first) { implementation = first; }
  function upgradeTo(address next) external { implementation = next; }
}

contract BeaconProxy {
  bytes32 private constant SLOT = 0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50;
  constructor(address beacon) { assembly { sstore(SLOT, beacon) } }
  fallback() external payable {
    address beacon;
    assembly { beacon := sload(SLOT) }
    address implementation = Beacon(beacon).implementation();
    assembly {
      calldatacopy(0, 0, calldatasize())
      let ok := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      if iszero(ok) { revert(0, returndatasize()) }
      return(0, returndatasize())
    }
  }
}

contract Doomed {
  uint256 public kept = 5;
  constructor() payable {}
  function end(address payable beneficiary) external { selfdestruct(beneficiary); }
}

contract Factory {
  event Made(address made);
  /** EIP-1167. */
  function clone(address target) external returns (address made) {
    assembly {
      let code := mload(0x40)
      mstore(code, 0x3d602d80600a3d3981f3363d3d373d3d3d363d73000000000000000000000000)
      mstore(add(code, 20), shl(96, target))
      mstore(add(code, 40), 0x5af43d82803e903d91602b57fd5bf30000000000000000000000000000000000)
      made := create(0, code, 55)
    }
    require(made != address(0), "no clone");
    emit Made(made);
  }
  function make(bytes32 salt) external payable returns (address made) {
    made = address(new Doomed{salt: salt, value: msg.value}());
    emit Made(made);
  }
  function makeAndEnd(bytes32 salt, address payable beneficiary) external payable {
    Doomed made = new Doomed{salt: salt, value: msg.value}();
    made.end(beneficiary);
    emit Made(address(made));
  }
}

/** What an account delegates to (EIP-7702). */
contract Batch {
  struct Call { address to; uint256 value; bytes data; }
  uint256 public batches;
  event Ran(uint256 calls);
  function run(Call[] calldata calls) external payable {
    batches++;
    for (uint256 index = 0; index < calls.length; index++) {
      (bool ok, bytes memory reason) = calls[index].to.call{value: calls[index].value}(calls[index].data);
      if (!ok) assembly { revert(add(reason, 32), mload(reason)) }
    }
    emit Ran(calls.length);
  }
  receive() external payable {}
}
`

const { contracts } = compileSolidity('Live.sol', source)

/** ABI and code of one of the contracts, as viem takes them. */
export function liveContract(name: string) {
  const contract = contracts['Live.sol']?.[name]
  if (contract === undefined) throw new Error(`there is no contract ${name}`)
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` } as const
}
