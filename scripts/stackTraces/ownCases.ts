/** A way to fail: a call of a contract, or its deployment when there is no function. */
export interface OwnCase {
  readonly contract: string
  readonly function?: string
  readonly args?: readonly unknown[]
  /** Calldata in place of a function and its arguments. */
  readonly data?: string
  readonly value?: number
  readonly gas?: number
}

/** What the cases are about: each kind of failure that a stack trace has a word for. */
export const ownSource = `pragma solidity ^0.8.0;

contract Thrower {
  error Custom(uint code, address by, string why);
  enum Color { Red, Green }
  uint[] list;
  function() internal unset;
  modifier positive(uint x) { require(x > 0, "not positive"); _; }

  function text() external pure { require(false, "text"); }
  function silent() external pure { require(false); }
  function plain() external pure { revert(); }
  function custom() external view { revert Custom(7, address(this), "no"); }
  function asserts() external pure { assert(false); }
  function overflow(uint8 a) external pure returns (uint8) { return a + 250; }
  function divide(uint a) external pure returns (uint) { return 1 / a; }
  function color(uint8 a) external pure returns (Color) { return Color(a); }
  function at(uint i) external view returns (uint) { return list[i]; }
  function pop() external { list.pop(); }
  function zeroFunction() external { unset(); }
  function invalid() external pure { assembly { invalid() } }
  function modified(uint x) external pure positive(x) returns (uint) { return x; }
  function deep(uint x) external pure returns (uint) { return deeper(x) + 1; }
  function deeper(uint x) internal pure returns (uint) { require(x > 3, "deep"); return x; }
  function loops() external { while (true) { list.push(1); } }
  function takesBool(bool yes) external pure returns (bool) { return yes; }
}

contract NoFallback { function f() external {} receive() external payable {} }
contract Nothing { function f() external {} }
contract StrictFallback { fallback() external {} }
contract FailingReceive { receive() external payable { revert("no ether"); } }
contract FailingFallback { fallback() external payable { require(msg.value > 5, "few"); } }
library Lib { function f(uint x) external pure returns (uint) { require(x > 1, "lib"); return x; } }

contract BadConstructor { constructor(uint x) { require(x > 1, "constructed"); } }
contract Inherits is BadConstructor { constructor() BadConstructor(0) {} }
contract Large { constructor() { assembly { return(0, 25000) } } }

interface Answers { function answer() external returns (uint); }
contract Caller {
  Thrower thrower = new Thrower();
  function outer() external view { thrower.silent(); }
  function outerCustom() external view { thrower.custom(); }
  function nobody() external { Answers(address(1234567)).answer(); }
  function wrongSize() external { Answers(address(new NoReturn())).answer(); }
  function rich() external { payable(address(this)).transfer(5); }
  function create() external { new BadConstructor(1); }
  function precompile() external view {
    (bool ok, ) = address(8).staticcall(hex"01");
    require(ok, "precompile");
  }
  function starved() external { thrower.loops{ gas: 50000 }(); }
  function bubbled() external {
    try thrower.text() { } catch (bytes memory why) { assembly { revert(add(why, 32), mload(why)) } }
  }
  receive() external payable {}
}
contract NoReturn { fallback() external {} }
`

const thrower = (name: string, args: readonly unknown[] = []): OwnCase => ({
  contract: 'Thrower',
  function: name,
  args,
})

const caller = (name: string): OwnCase => ({ contract: 'Caller', function: name })

/** Of each contract, every way to fail. */
export const ownCases: readonly OwnCase[] = [
  ...['text', 'silent', 'plain', 'custom', 'asserts', 'pop', 'zeroFunction', 'invalid'].map(
    (name) => thrower(name),
  ),
  thrower('overflow', [9]),
  thrower('divide', [0]),
  thrower('color', [2]),
  thrower('at', [3]),
  thrower('modified', [0]),
  thrower('deep', [1]),
  { ...thrower('text'), value: 1 },
  { ...thrower('loops'), gas: 200_000 },
  { contract: 'Thrower', data: '0x2e17de78' },
  { contract: 'Thrower', data: '0x' },
  { contract: 'Thrower', data: '0x2e52d606' },
  { contract: 'NoFallback', data: '0x12345678' },
  { contract: 'NoFallback', data: '0x12345678', value: 1 },
  { contract: 'Nothing', data: '0x' },
  { contract: 'Nothing', data: '0x', value: 1 },
  { contract: 'StrictFallback', data: '0x12345678', value: 1 },
  { contract: 'StrictFallback', data: '0x', value: 1 },
  { contract: 'FailingReceive', data: '0x', value: 1 },
  { contract: 'FailingFallback', data: '0x12', value: 1 },
  { contract: 'Lib', function: 'f', args: [0] },
  { contract: 'BadConstructor', args: [1] },
  { contract: 'BadConstructor', args: [2], value: 1 },
  { contract: 'BadConstructor', data: '0x' },
  { contract: 'Inherits' },
  { contract: 'Large' },
  ...[
    'outer',
    'outerCustom',
    'nobody',
    'wrongSize',
    'rich',
    'create',
    'precompile',
    'starved',
    'bubbled',
  ].map(caller),
]
