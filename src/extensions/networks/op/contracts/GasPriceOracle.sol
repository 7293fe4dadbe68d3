// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IL1Block {
    function basefee() external view returns (uint256);
    function blobBaseFee() external view returns (uint256);
    function baseFeeScalar() external view returns (uint32);
    function blobBaseFeeScalar() external view returns (uint32);
    function operatorFeeScalar() external view returns (uint32);
    function operatorFeeConstant() external view returns (uint64);
}

/// Says at 0x42…0F what a transaction costs besides its gas, for rules from Fjord on.
contract GasPriceOracle {
    uint256 public constant DECIMALS = 6;
    string public constant version = "1.6.0";

    IL1Block private constant L1_BLOCK = IL1Block(0x4200000000000000000000000000000000000015);

    bool public isEcotone;
    bool public isFjord;
    bool public isIsthmus;
    bool public isJovian;

    /// Bytes of a signature and what is around it, in a transaction that is given without.
    uint256 private constant SIGNATURE_SIZE = 68;

    function gasPrice() external view returns (uint256) {
        return block.basefee;
    }

    function baseFee() external view returns (uint256) {
        return block.basefee;
    }

    function decimals() external pure returns (uint256) {
        return DECIMALS;
    }

    function overhead() external pure returns (uint256) {
        revert("GasPriceOracle: overhead() is deprecated");
    }

    function scalar() external pure returns (uint256) {
        revert("GasPriceOracle: scalar() is deprecated");
    }

    function l1BaseFee() public view returns (uint256) {
        return L1_BLOCK.basefee();
    }

    function blobBaseFee() public view returns (uint256) {
        return L1_BLOCK.blobBaseFee();
    }

    function baseFeeScalar() public view returns (uint32) {
        return L1_BLOCK.baseFeeScalar();
    }

    function blobBaseFeeScalar() public view returns (uint32) {
        return L1_BLOCK.blobBaseFeeScalar();
    }

    /// Wei for the data of a transaction that is not signed.
    function getL1Fee(bytes memory data) external view returns (uint256) {
        return _fee(_estimate(_flzSize(data) + SIGNATURE_SIZE));
    }

    /// Wei at most for a transaction of so many bytes, not signed.
    function getL1FeeUpperBound(uint256 size) external view returns (uint256) {
        uint256 signed = size + SIGNATURE_SIZE;
        return _fee(_estimate(signed + signed / 255 + 16));
    }

    function getL1GasUsed(bytes memory data) external pure returns (uint256) {
        return (_estimate(_flzSize(data) + SIGNATURE_SIZE) * 16) / 1e6;
    }

    function getOperatorFee(uint256 gas) external view returns (uint256) {
        if (!isIsthmus) return 0;
        uint256 forGas = gas * L1_BLOCK.operatorFeeScalar();
        return (isJovian ? forGas * 100 : forGas / 1e6) + L1_BLOCK.operatorFeeConstant();
    }

    function _fee(uint256 estimate) private view returns (uint256) {
        uint256 price = 16 * l1BaseFee() * baseFeeScalar() + blobBaseFee() * blobBaseFeeScalar();
        return (estimate * price) / 1e12;
    }

    /// Millionths of bytes that a batch of transactions grows by (Fjord).
    function _estimate(uint256 size) private pure returns (uint256) {
        uint256 linear = 836500 * size;
        return linear < 142585600 ? 100e6 : linear - 42585600;
    }

    /// How many bytes FastLZ (level 1) makes of the data.
    function _flzSize(bytes memory data) private pure returns (uint256 size) {
        assembly ("memory-safe") {
            // Places of four bytes each, by the hash of three bytes.
            let table := mload(0x40)
            calldatacopy(table, calldatasize(), 32800)

            function word(slot_) -> value {
                let three := shr(232, mload(slot_))
                value := or(or(shr(16, three), and(three, 0xff00)), and(shl(16, three), 0xff0000))
            }
            function placeOf(start, value) -> slot_ {
                slot_ := add(start, shl(2, and(shr(19, mul(value, 2654435769)), 0x1fff)))
            }
            function put(slot_, index) {
                let others := and(mload(slot_), shr(32, not(0)))
                mstore(slot_, or(others, shl(224, and(index, 0xffffffff))))
            }
            function literals(count) -> bytes_ {
                bytes_ := mul(33, div(count, 32))
                let rest := mod(count, 32)
                if rest { bytes_ := add(bytes_, add(rest, 1)) }
            }

            let length := mload(data)
            let start := add(data, 32)
            let anchor := 0
            if gt(length, 13) {
                let limit := sub(length, 13)
                for { let i := 2 } lt(i, limit) {} {
                    let value := 0
                    let ref := 0
                    let found := 0
                    for {} lt(i, limit) { i := add(i, 1) } {
                        value := word(add(start, i))
                        let place := placeOf(table, value)
                        ref := shr(224, mload(place))
                        put(place, i)
                        if lt(sub(i, ref), 8192) {
                            if eq(value, word(add(start, ref))) {
                                found := 1
                                break
                            }
                        }
                    }
                    if iszero(found) { break }
                    size := add(size, literals(sub(i, anchor)))
                    // Bytes compared behind the three, the first other one among them.
                    let m := 0
                    let end := sub(add(limit, 9), add(i, 3))
                    for {} lt(m, end) {} {
                        let left := byte(0, mload(add(start, add(add(ref, 3), m))))
                        let right := byte(0, mload(add(start, add(add(i, 3), m))))
                        m := add(m, 1)
                        if xor(left, right) { break }
                    }
                    let before := sub(m, 1)
                    size := add(size, mul(3, div(before, 262)))
                    size := add(size, add(2, iszero(lt(mod(before, 262), 6))))
                    i := add(i, m)
                    put(placeOf(table, word(add(start, i))), i)
                    put(placeOf(table, word(add(start, add(i, 1)))), add(i, 1))
                    i := add(i, 2)
                    anchor := i
                }
            }
            size := add(size, literals(sub(length, anchor)))
        }
    }
}
