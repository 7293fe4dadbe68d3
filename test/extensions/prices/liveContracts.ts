import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { LoadedFixture } from '../../../src/types/fixture.ts'
import { compileSolidity } from '../../support/compileSolidity.ts'

const source = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Aggregator {
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);
    struct Transmission { int192 answer; uint64 time; }
    address public owner;
    int192 public immutable minAnswer = 1;
    uint8 public immutable decimals;
    string public description;
    mapping(uint32 => Transmission) private transmissions;
    uint32 private latestAggregatorRoundId;

    constructor(uint8 decimals_, string memory description_, int192 answer) {
        (owner, decimals, description) = (msg.sender, decimals_, description_);
        transmit(answer - 100);
        transmit(answer);
    }
    function transmit(int192 answer) public {
        uint32 round = ++latestAggregatorRoundId;
        transmissions[round] = Transmission(answer, uint64(block.timestamp));
        emit AnswerUpdated(answer, round, block.timestamp);
    }
    function typeAndVersion() external pure returns (string memory) { return "Aggregator 1.2.3"; }
    function version() external pure returns (uint256) { return 6; }
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return getRoundData(latestAggregatorRoundId);
    }
    function getRoundData(uint80 id) public view returns (uint80, int256, uint256, uint256, uint80) {
        Transmission memory t = transmissions[uint32(id)];
        require(t.time > 0, "No data present");
        return (id, t.answer, t.time, t.time, id);
    }
}

contract Proxy {
    Aggregator private current;
    uint16 public phaseId;
    constructor(address aggregator_, uint16 phase) { (current, phaseId) = (Aggregator(aggregator_), phase); }
    function aggregator() external view returns (address) { return address(current); }
    function decimals() external view returns (uint8) { return current.decimals(); }
    function description() external view returns (string memory) { return current.description(); }
    function version() external view returns (uint256) { return current.version(); }
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        (uint80 id, int256 a, uint256 s, uint256 u, uint80 i) = current.latestRoundData();
        return (prefixed(id), a, s, u, prefixed(i));
    }
    function getRoundData(uint80 id) external view returns (uint80, int256, uint256, uint256, uint80) {
        (uint80 r, int256 a, uint256 s, uint256 u, uint80 i) = current.getRoundData(uint64(id));
        return (prefixed(r), a, s, u, prefixed(i));
    }
    function prefixed(uint80 id) private view returns (uint80) { return uint80(uint256(phaseId) << 64 | id); }
}

contract LivePyth {
    struct Price { int64 price; uint64 conf; int32 expo; uint256 publishTime; }
    mapping(bytes32 => Price) private prices;
    constructor(bytes32 one, bytes32 other) {
        prices[one] = Price(2950e8, 1e8, -8, block.timestamp);
        prices[other] = Price(64000e5, 1e5, -5, block.timestamp);
    }
    function getPriceUnsafe(bytes32 id) external view returns (Price memory price) {
        price = prices[id];
        require(price.publishTime > 0, "unknown");
    }
    function chainId() external pure returns (uint16) { return 2; }
}
`

let compiled: ReturnType<typeof compileSolidity> | undefined

/** The artifact of one of the contracts above. */
function artifactOf(name: 'Aggregator' | 'Proxy' | 'LivePyth') {
  compiled ??= compileSolidity('Live.sol', source)
  const contract = compiled.contracts['Live.sol']?.[name]
  return { contractName: name, abi: contract?.abi, bytecode: `0x${contract?.evm.bytecode.object}` }
}

export const ethProxy = '0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419'
export const livePyth = '0x4305fb66699c3b2702d4d05cf36551390a4c69c6'
export const ethId = '0xff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace'
export const btcId = '0xe62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43'

/** Puts feeds where they are on mainnet, with other storage than the project's own, and one at no known address. */
export async function plantFeeds(devnet: PreconfDevnet) {
  const loaded: LoadedFixture = await devnet.loadFixture({
    contracts: {
      ethAggregator: { artifact: artifactOf('Aggregator'), args: [8, 'ETH / USD', '3000e8'] },
      ethProxy: { artifact: artifactOf('Proxy'), args: ['ethAggregator', 6], at: ethProxy },
      linkAggregator: { artifact: artifactOf('Aggregator'), args: [8, 'LINK / USD', '15e8'] },
      linkProxy: { artifact: artifactOf('Proxy'), args: ['linkAggregator', 3] },
      pyth: { artifact: artifactOf('LivePyth'), args: [ethId, btcId], at: livePyth },
    },
  } as never)
  const { ethAggregator, linkAggregator, linkProxy } = loaded.contracts
  if (!ethAggregator || !linkAggregator || !linkProxy) throw new Error('the fixture lacks feeds')
  return {
    ethAggregator: ethAggregator.address,
    linkAggregator: linkAggregator.address,
    linkProxy: linkProxy.address,
  }
}
