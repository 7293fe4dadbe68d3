// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {B20Core} from "./B20Core.sol";
import {B20_FACTORY} from "./Native.sol";

/// B20 tokens of both variants; the address says which one it is. Assets have a multiplier (ERC-8056),
/// announcements and further metadata, stablecoins a currency.
contract B20Token is B20Core {
    error AnnouncementIdAlreadyUsed(string id);
    error InvalidMetadataKey();
    error InvalidMultiplier();
    error EffectiveAtInPast(uint256 effectiveAt);
    error EffectiveAtTooFar(uint256 effectiveAt);
    error UIMultiplierUpdateExists(uint256 effectiveAt);
    error UIMultiplierUpdateDoesNotExist();
    error LengthMismatch(uint256 leftLen, uint256 rightLen);
    error EmptyBatch();
    error AnnouncementInProgress();
    error InternalCallMalformed(bytes call);
    error InternalCallFailed(bytes call);
    error InitCallFailed(uint256 index);

    event MultiplierUpdated(uint256 multiplier);
    event UIMultiplierUpdated(
        uint256 oldMultiplier, uint256 newMultiplier, uint256 effectiveAtTimestamp
    );
    event UIMultiplierUpdateCancelled(uint256 cancelledMultiplier, uint256 cancelledEffectiveAt);
    event ExtraMetadataUpdated(string key, string value);
    event Announcement(address indexed caller, string id, string description, string uri);
    event EndAnnouncement(string id);

    /// @custom:storage-location erc7201:base.b20.asset
    struct Asset {
        uint8 decimals;
        /// None is one.
        uint256 multiplier;
        mapping(string => bool) usedAnnouncementIds;
        mapping(string => string) extraMetadata;
        uint128 pendingMultiplier;
        uint64 effectiveAt;
    }

    /// @custom:storage-location erc7201:base.b20.stablecoin
    struct Stablecoin {
        string currency;
    }

    uint256 private constant ONE = 1e18;

    /// As for selectors that are not known.
    modifier ofAsset() {
        _enter();
        if (!_isAsset()) _refuseSelector();
        _;
    }

    modifier onlyOperator() {
        if (!_isBeingMade()) _requireRole(OPERATOR_ROLE());
        _;
    }

    /// Called by the factory once, which makes it.
    function bootstrap(
        string calldata name_,
        string calldata symbol_,
        address admin,
        uint8 decimals_,
        string calldata currency_,
        bytes[] calldata initCalls
    ) external payable direct returns (bool) {
        if (!_isBeingMade()) _refuseSelector();
        Core storage core = _core();
        core.name = name_;
        core.symbol = symbol_;
        core.supplyCap = MOST_SUPPLY;
        if (_isAsset()) _asset().decimals = decimals_;
        else _stablecoin().currency = currency_;
        if (admin != address(0)) _grant(0, admin);
        for (uint256 i = 0; i < initCalls.length; i++) {
            bytes calldata data = initCalls[i];
            bytes4 selector = bytes4(data);
            if (selector == this.bootstrap.selector) revert InitCallFailed(i);
            (bool ok, bytes memory reason) = address(this).delegatecall(data);
            if (ok) continue;
            // Of an unknown selector there is no more than itself.
            bool isUnknown = reason.length == 4 && bytes4(reason) == selector;
            if (isUnknown || reason.length == 0) revert InitCallFailed(i);
            _revertWith(reason);
        }
        return true;
    }

    function decimals() external payable direct returns (uint8) {
        return _isAsset() ? _asset().decimals : 6;
    }

    function currency() external payable direct returns (string memory) {
        if (_isAsset()) _refuseSelector();
        return _stablecoin().currency;
    }

    function OPERATOR_ROLE() public payable ofAsset returns (bytes32) {
        return keccak256("OPERATOR_ROLE");
    }

    function WAD_PRECISION() external payable ofAsset returns (uint256) {
        return ONE;
    }

    function MAX_UI_MULTIPLIER() external payable ofAsset returns (uint256) {
        return type(uint128).max;
    }

    // Announcements

    function announce(
        bytes[] calldata internalCalls,
        string calldata id,
        string calldata description,
        string calldata uri
    ) external payable ofAsset onlyOperator {
        if (_asset().usedAnnouncementIds[id]) revert AnnouncementIdAlreadyUsed(id);
        _asset().usedAnnouncementIds[id] = true;
        emit Announcement(msg.sender, id, description, uri);
        for (uint256 i = 0; i < internalCalls.length; i++) {
            bytes calldata data = internalCalls[i];
            if (data.length < 4) revert InternalCallMalformed(data);
            if (bytes4(data) == this.announce.selector) revert AnnouncementInProgress();
            (bool ok, bytes memory reason) = address(this).delegatecall(data);
            if (ok) continue;
            // keccak256("Panic(uint256)")
            if (bytes4(reason) == 0x4e487b71) _revertWith(reason);
            revert InternalCallFailed(data);
        }
        emit EndAnnouncement(id);
    }

    function isAnnouncementIdUsed(string calldata id) external payable ofAsset returns (bool) {
        return _asset().usedAnnouncementIds[id];
    }

    // Multiplier

    function multiplier() external payable ofAsset returns (uint256) {
        return _multiplier();
    }

    function uiMultiplier() external payable ofAsset returns (uint256) {
        return _multiplier();
    }

    function newUIMultiplier() external payable ofAsset returns (uint256) {
        return _isPending() ? _asset().pendingMultiplier : _multiplier();
    }

    function effectiveAt() external payable ofAsset returns (uint256) {
        return _asset().effectiveAt;
    }

    function toUIAmount(uint256 rawAmount) external payable ofAsset returns (uint256) {
        return _scaled(rawAmount);
    }

    function toScaledBalance(uint256 rawBalance) external payable ofAsset returns (uint256) {
        return _scaled(rawBalance);
    }

    function fromUIAmount(uint256 uiAmount) external payable ofAsset returns (uint256) {
        return uiAmount * ONE / _multiplier();
    }

    function toRawBalance(uint256 scaledBalance) external payable ofAsset returns (uint256) {
        return scaledBalance * ONE / _multiplier();
    }

    function balanceOfUI(address account) external payable ofAsset returns (uint256) {
        return _scaled(_core().balances[account]);
    }

    function scaledBalanceOf(address account) external payable ofAsset returns (uint256) {
        return _scaled(_core().balances[account]);
    }

    function totalSupplyUI() external payable ofAsset returns (uint256) {
        return _scaled(_core().totalSupply);
    }

    function updateUIMultiplier(uint256 newMultiplier, uint256 time)
        external
        payable
        ofAsset
        onlyOperator
    {
        _requireMultiplier(newMultiplier);
        if (time <= block.timestamp) revert EffectiveAtInPast(time);
        if (time > type(uint64).max) revert EffectiveAtTooFar(time);
        Asset storage asset = _asset();
        if (_isPending()) revert UIMultiplierUpdateExists(asset.effectiveAt);
        uint256 old = _multiplier();
        if (asset.effectiveAt != 0) asset.multiplier = old;
        asset.pendingMultiplier = uint128(newMultiplier);
        asset.effectiveAt = uint64(time);
        emit UIMultiplierUpdated(old, newMultiplier, time);
    }

    function cancelUIMultiplierUpdate() external payable ofAsset onlyOperator {
        if (!_isPending()) revert UIMultiplierUpdateDoesNotExist();
        _cancel();
    }

    function updateMultiplier(uint256 newMultiplier) external payable ofAsset onlyOperator {
        _requireMultiplier(newMultiplier);
        Asset storage asset = _asset();
        uint256 old = _multiplier();
        if (_isPending()) {
            _cancel();
        } else {
            asset.pendingMultiplier = 0;
            asset.effectiveAt = 0;
        }
        asset.multiplier = newMultiplier;
        emit MultiplierUpdated(newMultiplier);
        emit UIMultiplierUpdated(old, newMultiplier, block.timestamp);
    }

    /// ERC-165 itself and the four interfaces of ERC-8056.
    function supportsInterface(bytes4 interfaceId) external payable ofAsset returns (bool) {
        return interfaceId == 0x01ffc9a7 || interfaceId == this.uiMultiplier.selector
            || interfaceId == this.newUIMultiplier.selector ^ this.effectiveAt.selector
            || interfaceId == this.balanceOfUI.selector ^ this.totalSupplyUI.selector
            || interfaceId == this.toUIAmount.selector ^ this.fromUIAmount.selector;
    }

    // Batches and metadata

    function batchMint(address[] calldata recipients, uint256[] calldata amounts)
        external
        payable
        ofAsset
        whenNotPaused(PausableFeature.MINT)
        onlyRole(MINT_ROLE())
    {
        if (recipients.length != amounts.length) {
            revert LengthMismatch(recipients.length, amounts.length);
        }
        if (recipients.length == 0) revert EmptyBatch();
        for (uint256 i = 0; i < recipients.length; i++) _mint(recipients[i], amounts[i]);
    }

    function extraMetadata(string calldata key) external payable ofAsset returns (string memory) {
        return _asset().extraMetadata[key];
    }

    function updateExtraMetadata(string calldata key, string calldata value)
        external
        payable
        ofAsset
        onlyRole(METADATA_ROLE())
    {
        if (bytes(key).length == 0) revert InvalidMetadataKey();
        _asset().extraMetadata[key] = value;
        emit ExtraMetadataUpdated(key, value);
    }

    function _cancel() private {
        Asset storage asset = _asset();
        emit UIMultiplierUpdateCancelled(asset.pendingMultiplier, asset.effectiveAt);
        asset.pendingMultiplier = 0;
        asset.effectiveAt = 0;
    }

    function _multiplier() private view returns (uint256) {
        Asset storage asset = _asset();
        if (asset.effectiveAt != 0 && !_isPending()) return asset.pendingMultiplier;
        return asset.multiplier == 0 ? ONE : asset.multiplier;
    }

    function _scaled(uint256 amount) private view returns (uint256) {
        return amount * _multiplier() / ONE;
    }

    function _isPending() private view returns (bool) {
        return _asset().effectiveAt > block.timestamp;
    }

    function _requireMultiplier(uint256 newMultiplier) private pure {
        if (newMultiplier == 0 || newMultiplier > type(uint128).max) revert InvalidMultiplier();
    }

    function _revertWith(bytes memory reason) private pure {
        assembly {
            revert(add(reason, 32), mload(reason))
        }
    }

    function _isAsset() private view returns (bool) {
        return uint8(uint160(address(this)) >> 72) == 0;
    }

    function _asset() private pure returns (Asset storage asset) {
        assembly {
            asset.slot := 0xfdc6d4552d1286ade4d9facdbf0fb50d2ec9b89a90e104f26fd277585e374b00
        }
    }

    function _stablecoin() private pure returns (Stablecoin storage stablecoin) {
        assembly {
            stablecoin.slot := 0x35827975a06ca0e9367ea3129b19441d45d0ca58e30b7693f09e73d0943d6200
        }
    }
}
