// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

address constant ACTIVATION_REGISTRY = 0x8453000000000000000000000000000000000001;
address constant POLICY_REGISTRY = 0x8453000000000000000000000000000000000002;
address constant B20_FACTORY = 0xB20f000000000000000000000000000000000000;

interface IActivations {
    function isActivated(bytes32 feature) external view returns (bool);
}

interface IPolicies {
    function isAuthorized(uint64 policyId, address account) external view returns (bool);
    function policyExists(uint64 policyId) external view returns (bool);
}

/// A contract that Base's nodes have built in. Base refuses ether with an error, so all functions are
/// payable and `direct` refuses it.
abstract contract Native {
    error NonPayable();
    error DelegateCallNotAllowed();
    error FeatureNotActivated(bytes32 feature);

    modifier direct() {
        _enter();
        _;
    }

    receive() external payable direct {
        _refuseSelector();
    }

    fallback() external payable direct {
        _refuseSelector();
    }

    /// Whether the code runs at an address that has it.
    function _isAtHome() internal view virtual returns (bool);

    function _enter() internal view virtual {
        if (!_isAtHome()) revert DelegateCallNotAllowed();
        if (msg.value != 0) revert NonPayable();
    }

    /// Reverts with the selector, as Base does for one that it does not know.
    function _refuseSelector() internal pure {
        assembly {
            calldatacopy(0, 0, 4)
            revert(0, 4)
        }
    }

    function _requireActivated(bytes32 feature) internal view {
        if (!IActivations(ACTIVATION_REGISTRY).isActivated(feature)) {
            revert FeatureNotActivated(feature);
        }
    }
}
