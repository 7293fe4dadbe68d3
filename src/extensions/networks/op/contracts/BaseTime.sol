// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The part of a second at which a block of Base is made, at 0x42…30: the second transaction of each
/// block writes it.
contract BaseTime {
    error BaseTime_NotDepositor();
    error BaseTime_InvalidTimestampMillisPart();

    uint16 public timestampMillisPart;

    function timestampMs() external view returns (uint64) {
        return uint64(block.timestamp) * 1000 + timestampMillisPart;
    }

    function setTimestampMillisPart(uint16 part) external {
        if (msg.sender != 0xDeaDDEaDDeAdDeAdDEAdDEaddeAddEAdDEAd0001) revert BaseTime_NotDepositor();
        if (part >= 1000 || part % 200 != 0) revert BaseTime_InvalidTimestampMillisPart();
        timestampMillisPart = part;
    }
}
