// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// What a chain of the OP stack knows of its L1, at 0x42…15: storage and selectors are those of the
/// real contract, and the first transaction of each block writes it.
contract L1Block {
    error NotDepositor();

    address public constant DEPOSITOR_ACCOUNT = 0xDeaDDEaDDeAdDeAdDEAdDEaddeAddEAdDEAd0001;

    uint64 public number;
    uint64 public timestamp;
    uint256 public basefee;
    bytes32 public hash;
    uint64 public sequenceNumber;
    uint32 public blobBaseFeeScalar;
    uint32 public baseFeeScalar;
    bytes32 public batcherHash;
    uint256 public l1FeeOverhead;
    uint256 public l1FeeScalar;
    uint256 public blobBaseFee;
    uint64 public operatorFeeConstant;
    uint32 public operatorFeeScalar;
    uint16 public daFootprintGasScalar;

    modifier onlyDepositor() {
        if (msg.sender != DEPOSITOR_ACCOUNT) revert NotDepositor();
        _;
    }

    function setL1BlockValues(
        uint64 number_,
        uint64 timestamp_,
        uint256 basefee_,
        bytes32 hash_,
        uint64 sequenceNumber_,
        bytes32 batcherHash_,
        uint256 overhead,
        uint256 scalar
    ) external onlyDepositor {
        number = number_;
        timestamp = timestamp_;
        basefee = basefee_;
        hash = hash_;
        sequenceNumber = sequenceNumber_;
        batcherHash = batcherHash_;
        l1FeeOverhead = overhead;
        l1FeeScalar = scalar;
    }

    function setL1BlockValuesEcotone() external onlyDepositor {
        _readEcotone();
    }

    function setL1BlockValuesIsthmus() external onlyDepositor {
        _readEcotone();
        _readIsthmus();
    }

    function setL1BlockValuesJovian() external onlyDepositor {
        _readEcotone();
        _readIsthmus();
        daFootprintGasScalar = uint16(_read(176, 2));
    }

    function _readEcotone() private {
        baseFeeScalar = uint32(_read(4, 4));
        blobBaseFeeScalar = uint32(_read(8, 4));
        sequenceNumber = uint64(_read(12, 8));
        timestamp = uint64(_read(20, 8));
        number = uint64(_read(28, 8));
        basefee = _read(36, 32);
        blobBaseFee = _read(68, 32);
        hash = bytes32(_read(100, 32));
        batcherHash = bytes32(_read(132, 32));
    }

    function _readIsthmus() private {
        operatorFeeScalar = uint32(_read(164, 4));
        operatorFeeConstant = uint64(_read(168, 8));
    }

    /// The number in `size` bytes of the calldata, which are packed.
    function _read(uint256 start, uint256 size) private pure returns (uint256 value) {
        assembly {
            value := shr(sub(256, shl(3, size)), calldataload(start))
        }
    }
}
