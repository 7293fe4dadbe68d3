import { expect, test } from 'vitest'
import { coverageSources } from '../../../../scripts/coverage/coverageRun.ts'
import { shopSource } from '../../../../scripts/gas/gasTests.ts'
import { ownSources } from '../../../../scripts/stackTraces/ownSources.ts'
import { partsOf } from '../../../../src/extensions/solidity/coverage/parts.ts'
import { scanTree } from '../../../../src/extensions/solidity/syntax/scanTree.ts'
import { solcBuild } from '../../../support/solcBuild.ts'

const difficult = `pragma solidity ^0.8.0;
// function comment() { if (x) {} }
// ü
contract Difficult {
  string constant text = "} function no() { return; // ";
  function() internal unset;
  function a(uint x) external returns (uint) {
    if (x == 1) return 1; else if (x == 2) return 2;
    else { x = 3; }
    for (;;) { if (x > 9) break; x++; }
    uint[] memory list = new uint[](3); list[x - 8] = 1;
    do x--; while (x > 2);
    while (x > 1) x--;
    /* } */ emit Done(unicode"ü}");
    { x = 1; unchecked { x -= 1; } }
    try this.a{ gas: 5 }(1) returns (uint y) { x = y; }
    catch Error(string memory) { } catch { revert Bad({ x: 1 }); }
    assembly ("memory-safe") { if x { x := add(x, 1) } }
    require(x > 0, "no");
    return x;
  }
  event Done(string why); error Bad(uint x);
  modifier m { _; }
  constructor() m {} receive() external payable {} fallback() external {}
}
`

test.each(
  Object.entries({
    ...coverageSources,
    'Shop.sol': shopSource,
    ...ownSources.plain,
    'Difficult.sol': difficult,
  }),
)(
  'a look at the text tells functions, statements and branches as the tree of solc does: %s',
  (name, text) => {
    const tree = solcBuild({ [name]: text }).output.sources[name]?.ast ?? {}
    const sorted = (parts: ReturnType<typeof partsOf>) =>
      Object.fromEntries(
        Object.entries(parts).map(([kind, list]) => [
          kind,
          [...list].sort((left, right) => left.start - right.start || left.end - right.end),
        ]),
      )
    expect(sorted(partsOf(scanTree(text)))).toEqual(sorted(partsOf(tree)))
  },
)

test.each(['', 'contract', 'contract A { function f() {', 'function f() { if (', 'f } { ; try'])(
  'a text that is none is no failure: %j',
  (text) => {
    expect(() => partsOf(scanTree(text))).not.toThrow()
  },
)
