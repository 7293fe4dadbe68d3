// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ACTIVATION_REGISTRY, Native} from "./Native.sol";

/// Which features of Base are active, at 0x8453…0001. Its admin is preconf's, not Base's.
contract ActivationRegistry is Native {
    error Unauthorized(address caller);
    error AlreadyActivated(bytes32 feature);
    error StaticCallNotAllowed();

    event FeatureActivated(bytes32 indexed feature, address indexed caller);
    event FeatureDeactivated(bytes32 indexed feature, address indexed caller);

    address private constant ADMIN = 0x84530000000000000000000000000000000000AD;

    /// @custom:storage-location erc7201:base.activation_registry
    struct Features {
        mapping(bytes32 => bool) active;
    }

    function isActivated(bytes32 feature) external payable direct returns (bool) {
        return _features().active[feature];
    }

    function checkActivated(bytes32 feature) external payable direct {
        if (!_features().active[feature]) revert FeatureNotActivated(feature);
    }

    function admin() external payable direct returns (address) {
        return ADMIN;
    }

    function activate(bytes32 feature) external payable direct {
        _requireAdmin();
        if (_features().active[feature]) revert AlreadyActivated(feature);
        _features().active[feature] = true;
        emit FeatureActivated(feature, msg.sender);
    }

    function deactivate(bytes32 feature) external payable direct {
        _requireAdmin();
        if (!_features().active[feature]) revert FeatureNotActivated(feature);
        _features().active[feature] = false;
        emit FeatureDeactivated(feature, msg.sender);
    }

    /// Fails in a static call, and does nothing otherwise.
    function write() external payable direct {
        assembly {
            sstore(0, 0)
        }
    }

    function _requireAdmin() private {
        (bool canWrite,) = address(this).call{gas: 10_000}(abi.encodePacked(this.write.selector));
        if (!canWrite) revert StaticCallNotAllowed();
        if (msg.sender != ADMIN) revert Unauthorized(msg.sender);
    }

    function _isAtHome() internal view override returns (bool) {
        return address(this) == ACTIVATION_REGISTRY;
    }

    function _features() private pure returns (Features storage features) {
        assembly {
            features.slot := 0x43ee1bbe25e988521cccd8b2c8fbd38c8287ebff8e074e825a70dfd3885cce00
        }
    }
}
