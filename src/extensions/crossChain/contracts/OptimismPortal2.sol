// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {AnchorStateRegistry} from "./AnchorStateRegistry.sol";
import {FaultDisputeGame} from "./FaultDisputeGame.sol";
import {MerkleTrie} from "./MerkleTrie.sol";
import {SafeCall} from "./Messenger.sol";
import {SystemConfig} from "./SystemConfig.sol";

/// The door between L1 and an L2: logs deposits, and pays out withdrawals. Its values are set where it is placed.
contract OptimismPortal2 {
    struct WithdrawalTransaction {
        uint256 nonce;
        address sender;
        address target;
        uint256 value;
        uint256 gasLimit;
        bytes data;
    }

    struct OutputRootProof {
        bytes32 version;
        bytes32 stateRoot;
        bytes32 messagePasserStorageRoot;
        bytes32 latestBlockhash;
    }

    struct ProvenWithdrawal {
        address disputeGameProxy;
        uint64 timestamp;
    }

    address private constant NO_SENDER = 0x000000000000000000000000000000000000dEaD;
    uint160 private constant ALIAS = uint160(0x1111000000000000000000000000000000001111);
    uint256 private constant MAX_DATA = 120_000;

    address public l2Sender;
    SystemConfig public systemConfig;
    AnchorStateRegistry public anchorStateRegistry;
    uint256 public proofMaturityDelaySeconds;
    uint64 public maxBoughtGas;
    uint64 private boughtGas;
    uint64 private boughtAt;
    mapping(bytes32 => bool) public finalizedWithdrawals;
    mapping(bytes32 => mapping(address => ProvenWithdrawal)) public provenWithdrawals;
    mapping(bytes32 => address[]) public proofSubmitters;

    event TransactionDeposited(address indexed from, address indexed to, uint256 indexed version, bytes opaqueData);
    event WithdrawalProven(bytes32 indexed withdrawalHash, address indexed from, address indexed to);
    event WithdrawalProvenExtension1(bytes32 indexed withdrawalHash, address indexed proofSubmitter);
    event WithdrawalFinalized(bytes32 indexed withdrawalHash, bool success);

    error OutOfGas();
    error OptimismPortal_AlreadyFinalized();
    error OptimismPortal_BadTarget();
    error OptimismPortal_CallPaused();
    error OptimismPortal_CalldataTooLarge();
    error OptimismPortal_GasEstimation();
    error OptimismPortal_GasLimitTooLow();
    error OptimismPortal_ImproperDisputeGame();
    error OptimismPortal_InvalidDisputeGame();
    error OptimismPortal_InvalidMerkleProof();
    error OptimismPortal_InvalidOutputRootProof();
    error OptimismPortal_InvalidProofTimestamp();
    error OptimismPortal_InvalidRootClaim();
    error OptimismPortal_NoReentrancy();
    error OptimismPortal_ProofNotOldEnough();
    error OptimismPortal_Unproven();

    modifier whenNotPaused() {
        if (paused()) revert OptimismPortal_CallPaused();
        _;
    }

    receive() external payable {
        depositTransaction(msg.sender, msg.value, 100_000, false, "");
    }

    function version() external pure returns (string memory) {
        return "5.1.0";
    }

    function paused() public view returns (bool) {
        return systemConfig.paused();
    }

    function guardian() external view returns (address) {
        return systemConfig.guardian();
    }

    function superchainConfig() external view returns (address) {
        return address(systemConfig);
    }

    function disputeGameFactory() external view returns (address) {
        return address(anchorStateRegistry.disputeGameFactory());
    }

    function disputeGameFinalityDelaySeconds() external view returns (uint256) {
        return anchorStateRegistry.disputeGameFinalityDelaySeconds();
    }

    function respectedGameType() external view returns (uint32) {
        return anchorStateRegistry.respectedGameType();
    }

    function respectedGameTypeUpdatedAt() external view returns (uint64) {
        return anchorStateRegistry.retirementTimestamp();
    }

    function disputeGameBlacklist(address game) external view returns (bool) {
        return anchorStateRegistry.disputeGameBlacklist(game);
    }

    function numProofSubmitters(bytes32 withdrawalHash) external view returns (uint256) {
        return proofSubmitters[withdrawalHash].length;
    }

    function minimumGasLimit(uint64 byteCount) public pure returns (uint64) {
        return byteCount * 40 + 21_000;
    }

    /// The gas that deposits of this block have bought; its price is not modelled.
    function params() external view returns (uint128, uint64, uint64) {
        return (1 gwei, boughtGas, boughtAt);
    }

    /// Receives ether that is not deposited.
    function donateETH() external payable {}

    /// Makes a transaction on L2, with the ether that is sent along minted there.
    function depositTransaction(address to, uint256 value, uint64 gasLimit, bool isCreation, bytes memory data)
        public
        payable
    {
        if (isCreation && to != address(0)) revert OptimismPortal_BadTarget();
        if (gasLimit < minimumGasLimit(uint64(data.length))) revert OptimismPortal_GasLimitTooLow();
        if (data.length > MAX_DATA) revert OptimismPortal_CalldataTooLarge();
        uint256 bought = boughtAt == block.number ? uint256(boughtGas) + gasLimit : gasLimit;
        if (bought > maxBoughtGas) revert OutOfGas();
        (boughtGas, boughtAt) = (uint64(bought), uint64(block.number));
        address from = msg.sender;
        unchecked {
            if (!isUser()) from = address(uint160(msg.sender) + ALIAS);
        }
        emit TransactionDeposited(from, to, 0, abi.encodePacked(msg.value, value, gasLimit, isCreation, data));
    }

    /// Whether the sender is an account with a key, delegated (EIP-7702) or not.
    function isUser() private view returns (bool) {
        if (msg.sender == tx.origin) return true;
        bytes memory code = msg.sender.code;
        return code.length == 23 && code[0] == 0xef && code[1] == 0x01 && code[2] == 0x00;
    }

    function proveWithdrawalTransaction(
        WithdrawalTransaction calldata tx_,
        uint256 disputeGameIndex,
        OutputRootProof calldata output,
        bytes[] calldata withdrawalProof
    ) external whenNotPaused {
        if (tx_.target == address(this)) revert OptimismPortal_BadTarget();
        (,, address proxy) = anchorStateRegistry.disputeGameFactory().gameAtIndex(disputeGameIndex);
        FaultDisputeGame game = FaultDisputeGame(proxy);
        if (!anchorStateRegistry.isGameProper(proxy)) revert OptimismPortal_ImproperDisputeGame();
        if (!anchorStateRegistry.isGameRespected(proxy)) revert OptimismPortal_InvalidDisputeGame();
        if (game.status() == FaultDisputeGame.GameStatus.CHALLENGER_WINS) revert OptimismPortal_InvalidDisputeGame();
        if (block.timestamp <= game.createdAt()) revert OptimismPortal_InvalidProofTimestamp();
        if (game.rootClaim() != keccak256(abi.encode(output))) revert OptimismPortal_InvalidOutputRootProof();
        bytes32 withdrawalHash = hashOf(tx_);
        // The slot of sentMessages[withdrawalHash], which is the first variable of the message passer.
        bytes32 slot = keccak256(abi.encode(withdrawalHash, uint256(0)));
        bytes32 key = keccak256(abi.encode(slot));
        if (!MerkleTrie.includes(output.messagePasserStorageRoot, key, 0x01, withdrawalProof)) {
            revert OptimismPortal_InvalidMerkleProof();
        }
        provenWithdrawals[withdrawalHash][msg.sender] = ProvenWithdrawal(proxy, uint64(block.timestamp));
        proofSubmitters[withdrawalHash].push(msg.sender);
        emit WithdrawalProven(withdrawalHash, tx_.sender, tx_.target);
        emit WithdrawalProvenExtension1(withdrawalHash, msg.sender);
    }

    function finalizeWithdrawalTransaction(WithdrawalTransaction calldata tx_) external {
        finalizeWithdrawalTransactionExternalProof(tx_, msg.sender);
    }

    function finalizeWithdrawalTransactionExternalProof(WithdrawalTransaction calldata tx_, address proofSubmitter)
        public
        whenNotPaused
    {
        if (l2Sender != NO_SENDER) revert OptimismPortal_NoReentrancy();
        if (tx_.target == address(this)) revert OptimismPortal_BadTarget();
        bytes32 withdrawalHash = hashOf(tx_);
        checkWithdrawal(withdrawalHash, proofSubmitter);
        finalizedWithdrawals[withdrawalHash] = true;
        l2Sender = tx_.sender;
        bool success = SafeCall.callWithMinGas(tx_.target, tx_.gasLimit, tx_.value, tx_.data);
        l2Sender = NO_SENDER;
        emit WithdrawalFinalized(withdrawalHash, success);
        if (!success && tx.origin == address(1)) revert OptimismPortal_GasEstimation();
    }

    /// Reverts unless the withdrawal can be finalized.
    function checkWithdrawal(bytes32 withdrawalHash, address proofSubmitter) public view {
        if (finalizedWithdrawals[withdrawalHash]) revert OptimismPortal_AlreadyFinalized();
        ProvenWithdrawal memory proven = provenWithdrawals[withdrawalHash][proofSubmitter];
        if (proven.timestamp == 0) revert OptimismPortal_Unproven();
        if (proven.timestamp <= FaultDisputeGame(proven.disputeGameProxy).createdAt()) {
            revert OptimismPortal_InvalidProofTimestamp();
        }
        if (block.timestamp - proven.timestamp <= proofMaturityDelaySeconds) revert OptimismPortal_ProofNotOldEnough();
        if (!anchorStateRegistry.isGameClaimValid(proven.disputeGameProxy)) revert OptimismPortal_InvalidRootClaim();
    }

    function hashOf(WithdrawalTransaction calldata tx_) private pure returns (bytes32) {
        return keccak256(abi.encode(tx_.nonce, tx_.sender, tx_.target, tx_.value, tx_.gasLimit, tx_.data));
    }
}
