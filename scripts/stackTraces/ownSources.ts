import type { Sources } from '../../test/support/solcBuild.ts'

/** How contracts are compiled; those of `unknown` nobody is told of. */
export type OwnBuild = 'plain' | 'unknown' | 'optimized' | 'viaIr' | 'old'

const basics = `pragma solidity ^0.8.0;

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
contract FailingReceive { receive() external payable { revert("no ether"); } } contract GuardedReceive { modifier closed() { shut(); _; } function shut() internal pure { revert("shut"); } receive() external payable closed {} }
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

const more = `pragma solidity ^0.8.0;

error Top(address who);

function halfOf(uint x) pure returns (uint) {
  require(x % 2 == 0, "odd");
  return x / 2;
}

library Inner {
  error Small(uint x);
  function check(uint x) internal pure returns (uint) {
    if (x < 5) revert Small(x);
    return x;
  }
}

abstract contract Base {
  uint internal stored;
  modifier guarded() virtual {
    require(stored == 0, "guarded");
    _;
  }
  function act(uint x) public virtual guarded returns (uint) {
    require(x != 1, "base");
    return x;
  }
}

abstract contract Middle is Base {
  function act(uint x) public virtual override returns (uint) {
    if (x == 2) revert("middle");
    return super.act(x);
  }
}

contract Leaf is Middle {
  modifier guarded() override {
    if (stored == 7) revert Top(msg.sender);
    _;
  }
  function act(uint x) public override returns (uint) {
    if (x == 7) stored = 7;
    return super.act(x);
  }
}

contract UsesInner {
  using Inner for uint;
  function run(uint x) external pure returns (uint) { return x.check(); }
  function half(uint x) external pure returns (uint) {
    return halfOf(x);
  }
}

contract Recursive {
  function count(uint x) public pure returns (uint) {
    require(x != 0, "bottom");
    return count(x - 1) + 1;
  }
}

contract Getters {
  uint[] public list;
  mapping(uint => uint[]) public nested;
  uint public immutable start = 4;
}

contract Overloads {
  function pick(uint x) external pure { require(x > 9, "one"); }
  function pick(uint x, uint y) external pure { require(x > y, "two"); }
}

contract Structs {
  struct Pair { uint8 a; bool b; }
  function take(Pair calldata pair) external pure returns (uint8) { return pair.a; }
  function takeAll(uint8[] calldata all) external pure returns (uint8) { return all[2]; }
  function decode(bytes calldata data) external pure returns (bool yes) {
    yes = abi.decode(data, (bool));
  }
}

contract Assembled {
  function fails(uint x) external pure {
    assembly {
      if iszero(x) {
        mstore(0, x)
        revert(0, 32)
      }
    }
  }
  function nothing() external pure { assembly { revert(0, 0) } }
}

contract Logic {
  uint public value;
  function set(uint to) external {
    require(to < 100, "too much");
    value = to;
  }
}

contract Proxy {
  address immutable logic = address(new Logic());
  fallback() external payable {
    address to = logic;
    assembly {
      calldatacopy(0, 0, calldatasize())
      let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      if iszero(ok) { revert(0, returndatasize()) }
      return(0, returndatasize())
    }
  }
}

contract Factory {
  function make(bytes32 salt) external returns (address) {
    return address(new Picky{ salt: salt }(uint(salt)));
  }
  function makeTwice() external {
    new Picky{ salt: 0 }(5);
    new Picky{ salt: 0 }(5);
  }
  function makeRich() external { new Picky{ value: 1 }(5); }
}

contract Picky {
  constructor(uint x) payable {
    require(x == 5, "picky");
  }
}

contract Nested {
  Middleman next = new Middleman();
  function go(uint x) external {
    next.go(x);
  }
  function ignored() external {
    (bool ok, ) = address(next).call(abi.encodeCall(Middleman.go, (1)));
    require(!ok, "it worked");
    revert("after all");
  }
  function rewritten() external {
    try next.go(1) {} catch Error(string memory why) {
      revert(string.concat("because ", why));
    }
  }
  function caughtPanic() external {
    try next.go(2) {} catch Panic(uint code) {
      require(code == 0, "a panic");
    }
  }
}

contract Middleman {
  End end = new End();
  function go(uint x) external { end.go(x); }
}

contract End {
  error Stopped(uint at, bytes data);
  function go(uint x) external pure {
    if (x == 1) revert("the end");
    if (x == 2) assert(false);
    if (x == 3) revert Stopped(x, hex"beef");
    if (x == 4) revert();
  }
}

contract Receiver {
  bool isOpen;
  receive() external payable { require(isOpen, "closed"); }
}

contract Hungry {
  uint n;
  receive() external payable {
    while (true) n++;
  }
}

contract Sender {
  Hungry hungry = new Hungry();
  function feeds() external { payable(address(hungry)).transfer(1); }
  Receiver to = new Receiver();
  Nothing2 no = new Nothing2();
  constructor() payable {}
  function transfers() external { payable(address(to)).transfer(1); }
  function sends() external {
    require(payable(address(to)).send(1), "not sent");
  }
  function calls() external {
    (bool ok, ) = address(to).call{ value: 1 }("");
    require(ok, "no call");
  }
  function toNothing() external { payable(address(no)).transfer(1); }
  function tooMuch() external { to2().take{ value: 100 ether }(); }
  function to2() internal pure returns (Taker) { return Taker(address(1)); }
}
interface Taker { function take() external payable; }
contract Nothing2 { function f() external {} }

contract Mismatch {
  Nothing2 other = new Nothing2();
  function missing() external { Taker(address(other)).take(); }
  function paysUnpayable() external payable { Payee(address(other)).f{ value: msg.value }(); }
  function noAccount() external view returns (uint) { return Logic(address(0)).value(); }
  function badBool() external returns (bool) { return Liar(address(new Lies())).yes(); }
}
interface Payee { function f() external payable; }
interface Liar { function yes() external returns (bool); }
contract Lies { function yes() external pure returns (uint) { return 5; } }

contract Deep {
  function down(uint left) external {
    if (left == 0) revert("deepest");
    this.down(left - 1);
  }
}

contract ConstructedBy {
  uint immutable half;
  modifier once(uint x) { require(x != 3, "three"); _; }
  constructor(uint x) once(x) { half = halfOf(x); }
}

contract Unpayable { constructor() {} }
contract Payable { constructor() payable { require(msg.value == 0, "no money"); } }

contract Bytes {
  function slice(bytes calldata data) external pure returns (bytes calldata) { return data[4:2]; }
  function index(bytes calldata data) external pure returns (bytes1) { return data[9]; }
  function allocate(uint size) external pure returns (uint) { return new uint[](size).length; }
}

contract Spends {
  mapping(uint => uint) all;
  function forever() external { for (uint i = 0; ; i++) all[i] = 1; }
  function inner() external { this.forever{ gas: 100000 }(); }
}

contract Raw {
  function run(bytes calldata code) external returns (address made) {
    bytes memory init = code;
    assembly { made := create(0, add(init, 32), mload(init)) }
    assembly {
      if iszero(made) {
        returndatacopy(0, 0, returndatasize())
        revert(0, returndatasize())
      }
    }
  }
  function passOn(address to, bytes calldata data) external {
    (bool ok, bytes memory why) = to.call(data);
    if (!ok) { assembly { revert(add(why, 32), mload(why)) } }
  }
}
`

const unknown = `pragma solidity ^0.8.0;
contract Relay {
  constructor() payable {}
  function relay(address to, bytes calldata data) external {
    (bool ok, bytes memory why) = to.call(data);
    if (!ok) { assembly { revert(add(why, 32), mload(why)) } }
  }
  function fails(uint x) external pure {
    require(x != 1, "hidden");
    assert(x != 2);
    if (x == 3) revert();
    assembly { invalid() }
  }
}
contract HiddenConstructor {
  constructor() { revert("hidden constructor"); }
}
contract HiddenSilent {
  constructor() { revert(); }
}
contract HiddenCreator {
  constructor(address to, bytes memory data) {
    (bool ok, bytes memory why) = to.call(data);
    if (!ok) { assembly { revert(add(why, 32), mload(why)) } }
  }
}
`

const optimized = `pragma solidity ^0.8.0;
contract Tight {
  error Few(uint x);
  uint public total;
  function run(uint x) external returns (uint) {
    total += x;
    return check(x) + 1;
  }
  function check(uint x) internal pure returns (uint) {
    if (x == 0) revert Few(x);
    require(x > 5, "five");
    return x - 6;
  }
}
`

const viaIr = `pragma solidity ^0.8.0;
contract Piped {
  error Few(uint x);
  uint[] list;
  function run(uint x) external view returns (uint) {
    return check(x) + list[x];
  }
  function check(uint x) internal pure returns (uint) {
    if (x == 0) revert Few(x);
    require(x > 5, "five");
    return 1000 / (x - 6);
  }
}
`

const old = `pragma solidity ^0.6.3;
contract Old {
  uint[] list;
  function plain() external { revert("old"); }
  function silent(bool yes) external pure { require(yes); }
  function reverts(uint8 x) external pure returns (uint8) { if (x > 3) revert(); return x; }
  function at(uint i) external view returns (uint) { return list[i]; }
  function divide(uint a) external pure returns (uint) { return 1 / a; }
}
contract OldCaller {
  Old old = new Old();
  constructor() public {}
  function go() external view { old.at(1); }
}
contract OldNothing { function f() external {} }
`

export const ownSources: Readonly<Record<OwnBuild, Sources>> = {
  plain: { 'contracts/Own.sol': basics, 'contracts/More.sol': more },
  unknown: { 'contracts/Unknown.sol': unknown },
  optimized: { 'contracts/Optimized.sol': optimized },
  viaIr: { 'contracts/ViaIr.sol': viaIr },
  old: { 'contracts/Old.sol': old },
}
