import { compileSolidity, type StandardOutput } from './compileSolidity.ts'

/** A contract with every kind of variable, immutables, a library and a contract that it creates. */
const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

library Doubling {
  function double(uint256 value) external pure returns (uint256) { return 2 * value; }
}

contract Child {
  uint256 public value = 7;
}

contract Base {
  uint256 private hidden;
}

contract Vault is Base {
  enum Mode { Off, On, Auto }
  type Price is uint128;
  struct Point { int64 x; int64 y; string label; }
  struct Order { address maker; uint256 amount; bytes4[] selectors; }

  error Unauthorized(address who, uint256 limit);

  address public immutable owner;
  uint256 public immutable limit;
  uint256 private hidden;
  string public name;
  bool public active;
  uint8 public small;
  Mode public mode;
  address public oracle;
  uint256 public price;
  int128 public delta;
  bytes4 public selector;
  Price public rate;
  bytes public blob;
  string public text;
  mapping(address => uint256) public balances;
  mapping(address => mapping(uint256 => bool)) public allowed;
  mapping(string => Point) public points;
  mapping(bytes32 => Child) public children;
  mapping(int24 => uint256) public ticks;
  mapping(bool => uint8) public byFlag;
  uint16[] public shorts;
  uint256[3] public three;
  Point[] public path;
  Point public origin;
  Child public child;
  Order public last;

  constructor(address owner_, uint256 limit_) payable {
    if (limit_ > 1000 ether) revert Unauthorized(owner_, limit_);
    owner = owner_;
    limit = limit_;
    name = "made by the constructor";
    child = new Child();
  }

  function self() external view returns (address) { return address(this); }
  function double(uint256 value) external pure returns (uint256) { return Doubling.double(value); }
  function count() external view returns (uint256, uint256) { return (shorts.length, path.length); }
  function setSmall(uint8 value) external {
    if (msg.sender != owner) revert Unauthorized(msg.sender, limit);
    small = value;
  }
  function setBoth(uint8 value) external { small = value; }
  function setBoth(uint8 value, bool on) external { small = value; active = on; }
  function place(Order calldata order) external payable { last.maker = order.maker; last.amount = order.amount; }
  function run(address target, bytes calldata data) external returns (bytes memory) {
    (bool ok, bytes memory result) = target.call(data);
    require(ok, "it failed");
    return result;
  }
  function setThree(uint256[3] calldata values, string calldata text_) external { three = values; text = text_; }
  receive() external payable {}
}

abstract contract Unfinished {
  function missing() external virtual;
}
`

let output: StandardOutput | undefined

/** The standard output of solc for `src/Vault.sol`, compiled once. */
export function vaultOutput(): StandardOutput {
  output ??= compileSolidity('src/Vault.sol', source)
  return output
}
