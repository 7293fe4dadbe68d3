// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Native, POLICY_REGISTRY} from "./Native.sol";

/// Lists of accounts that B20 tokens ask, at 0x8453…0002. The highest byte of an id is its type, the rest
/// a count. Bit 63 inverts a policy.
contract PolicyRegistry is Native {
    enum PolicyType {
        BLOCKLIST,
        ALLOWLIST,
        UNION,
        INTERSECT
    }

    error Unauthorized();
    error PolicyNotFound();
    error IncompatiblePolicyType();
    error ZeroAddress();
    error BatchSizeTooLarge(uint256 maxBatchSize);
    error NoPendingAdmin();
    error ChildPoliciesOutsideOfRange();
    error InvalidChildPolicy(uint64 childPolicyId);

    event PolicyCreated(uint64 indexed policyId, address indexed creator, PolicyType policyType);
    event PolicyAdminStaged(
        uint64 indexed policyId, address indexed currentAdmin, address indexed pendingAdmin
    );
    event PolicyAdminUpdated(
        uint64 indexed policyId, address indexed previousAdmin, address indexed newAdmin
    );
    event AllowlistUpdated(
        uint64 indexed policyId, address indexed updater, bool allowed, address[] accounts
    );
    event BlocklistUpdated(
        uint64 indexed policyId, address indexed updater, bool blocked, address[] accounts
    );
    event CompositePolicyUpdated(
        uint64 indexed policyId, address indexed updater, uint64[] childPolicyIds
    );

    /// @custom:storage-location erc7201:base.policy_registry
    struct Policies {
        /// The admin, and the highest bit.
        mapping(uint64 => uint256) policies;
        mapping(uint64 => mapping(address => bool)) members;
        mapping(uint64 => address) pendingAdmins;
        uint56 nextCounter;
        mapping(uint64 => uint64[]) children;
    }

    /// keccak256("base.policy_registry")
    bytes32 private constant FEATURE =
        0xb582ebae03f16fee49a6763f78df482fb11ae73f103ed0d330bbe556aa90a43f;
    uint64 private constant ALWAYS_ALLOW = 0;
    uint64 private constant ALWAYS_BLOCK = (1 << 56) | 1;
    uint64 private constant INVERTED = 1 << 63;
    uint256 private constant EXISTS = 1 << 255;
    uint256 private constant MOST_ACCOUNTS = 64;

    modifier active() {
        _enter();
        _requireActivated(FEATURE);
        _;
    }

    function createPolicy(address admin, PolicyType policyType)
        external
        payable
        active
        returns (uint64)
    {
        _requireSimple(admin, policyType);
        return _create(admin, policyType);
    }

    function createPolicyWithAccounts(
        address admin,
        PolicyType policyType,
        address[] calldata accounts
    ) external payable active returns (uint64 id) {
        _requireSimple(admin, policyType);
        if (accounts.length > MOST_ACCOUNTS) revert BatchSizeTooLarge(MOST_ACCOUNTS);
        id = _create(admin, policyType);
        _setMembers(id, true, accounts);
    }

    function createCompositePolicy(
        address admin,
        PolicyType policyType,
        uint64[] calldata childPolicyIds
    ) external payable active returns (uint64 id) {
        if (admin == address(0)) revert ZeroAddress();
        if (policyType < PolicyType.UNION) revert IncompatiblePolicyType();
        _requireChildren(childPolicyIds);
        id = _create(admin, policyType);
        _setChildren(id, childPolicyIds);
    }

    function stageUpdateAdmin(uint64 policyId, address newAdmin) external payable active {
        _requireAdmin(policyId);
        _state().pendingAdmins[policyId] = newAdmin;
        emit PolicyAdminStaged(policyId, msg.sender, newAdmin);
    }

    function finalizeUpdateAdmin(uint64 policyId) external payable active {
        address previous = _requireExisting(policyId);
        address pending = _state().pendingAdmins[policyId];
        if (pending == address(0)) revert NoPendingAdmin();
        if (pending != msg.sender) revert Unauthorized();
        _setAdmin(policyId, previous, msg.sender);
    }

    function renounceAdmin(uint64 policyId) external payable active {
        _requireAdmin(policyId);
        _setAdmin(policyId, msg.sender, address(0));
    }

    function updateAllowlist(uint64 policyId, bool allowed, address[] calldata accounts)
        external
        payable
        active
    {
        _updateMembers(policyId, PolicyType.ALLOWLIST, allowed, accounts);
    }

    function updateBlocklist(uint64 policyId, bool blocked, address[] calldata accounts)
        external
        payable
        active
    {
        _updateMembers(policyId, PolicyType.BLOCKLIST, blocked, accounts);
    }

    function updateComposite(uint64 policyId, uint64[] calldata childPolicyIds)
        external
        payable
        active
    {
        address admin = _requireExisting(policyId);
        if (_typeOf(policyId) < 2) revert IncompatiblePolicyType();
        if (admin != msg.sender) revert Unauthorized();
        _requireChildren(childPolicyIds);
        _setChildren(policyId, childPolicyIds);
    }

    function isAuthorized(uint64 policyId, address account)
        external
        payable
        direct
        returns (bool)
    {
        return _isAuthorized(policyId, account);
    }

    function policyExists(uint64 policyId) external payable direct returns (bool) {
        return _exists(policyId & ~INVERTED);
    }

    function policyAdmin(uint64 policyId) external payable direct returns (address) {
        return address(uint160(_state().policies[policyId & ~INVERTED]));
    }

    function pendingPolicyAdmin(uint64 policyId) external payable direct returns (address) {
        return _state().pendingAdmins[policyId & ~INVERTED];
    }

    function compositePolicyChildIds(uint64 policyId)
        external
        payable
        direct
        returns (uint64[] memory)
    {
        return _state().children[policyId & ~INVERTED];
    }

    function invertedPolicyId(uint64 policyId) external payable direct returns (uint64) {
        return policyId ^ INVERTED;
    }

    function ALWAYS_ALLOW_ID() external payable direct returns (uint64) {
        return ALWAYS_ALLOW;
    }

    function ALWAYS_BLOCK_ID() external payable direct returns (uint64) {
        return ALWAYS_BLOCK;
    }

    function MIN_COMPOSITE_CHILD_POLICIES() external payable direct returns (uint256) {
        return 2;
    }

    function MAX_COMPOSITE_CHILD_POLICIES() external payable direct returns (uint256) {
        return 4;
    }

    function _create(address admin, PolicyType policyType) private returns (uint64 id) {
        Policies storage state = _state();
        if (state.nextCounter < 2) {
            state.policies[ALWAYS_ALLOW] = EXISTS;
            state.policies[ALWAYS_BLOCK] = EXISTS;
            state.nextCounter = 2;
        }
        id = (uint64(policyType) << 56) | state.nextCounter++;
        state.policies[id] = EXISTS | uint160(admin);
        emit PolicyCreated(id, msg.sender, policyType);
        emit PolicyAdminUpdated(id, address(0), admin);
    }

    function _updateMembers(
        uint64 id,
        PolicyType policyType,
        bool value,
        address[] calldata accounts
    ) private {
        address admin = _requireExisting(id);
        if (_typeOf(id) != uint256(policyType)) revert IncompatiblePolicyType();
        if (admin != msg.sender) revert Unauthorized();
        if (accounts.length > MOST_ACCOUNTS) revert BatchSizeTooLarge(MOST_ACCOUNTS);
        _setMembers(id, value, accounts);
    }

    function _setMembers(uint64 id, bool value, address[] calldata accounts) private {
        for (uint256 i = 0; i < accounts.length; i++) {
            _state().members[id][accounts[i]] = value;
        }
        if (_typeOf(id) == 1) emit AllowlistUpdated(id, msg.sender, value, accounts);
        else emit BlocklistUpdated(id, msg.sender, value, accounts);
    }

    function _setChildren(uint64 id, uint64[] calldata childPolicyIds) private {
        _state().children[id] = childPolicyIds;
        emit CompositePolicyUpdated(id, msg.sender, childPolicyIds);
    }

    function _setAdmin(uint64 id, address previous, address next) private {
        _state().policies[id] = EXISTS | uint160(next);
        delete _state().pendingAdmins[id];
        emit PolicyAdminUpdated(id, previous, next);
    }

    function _isAuthorized(uint64 id, address account) private view returns (bool) {
        if (id & INVERTED != 0) {
            id ^= INVERTED;
            return _exists(id) && !_isAuthorized(id, account);
        }
        if (id == ALWAYS_ALLOW || id == ALWAYS_BLOCK) return id == ALWAYS_ALLOW;
        uint256 policyType = _typeOf(id);
        if (policyType > 3) return false;
        if (policyType < 2) return _state().members[id][account] == (policyType == 1);
        // A union says yes as soon as one of them does, an intersection no.
        bool isUnion = policyType == 2;
        uint64[] storage children = _state().children[id];
        for (uint256 i = 0; i < children.length; i++) {
            if (_isAuthorized(children[i], account) == isUnion) return isUnion;
        }
        return !isUnion;
    }

    function _exists(uint64 id) private view returns (bool) {
        return id == ALWAYS_ALLOW || id == ALWAYS_BLOCK || _state().policies[id] != 0;
    }

    function _requireSimple(address admin, PolicyType policyType) private pure {
        if (admin == address(0)) revert ZeroAddress();
        if (policyType > PolicyType.ALLOWLIST) revert IncompatiblePolicyType();
    }

    /// All of them exist, and none is composite or built in.
    function _requireChildren(uint64[] calldata ids) private view {
        if (ids.length < 2 || ids.length > 4) revert ChildPoliciesOutsideOfRange();
        for (uint256 i = 0; i < ids.length; i++) _requireExisting(ids[i] & ~INVERTED);
        for (uint256 i = 0; i < ids.length; i++) {
            uint64 id = ids[i] & ~INVERTED;
            if (id == ALWAYS_ALLOW || id == ALWAYS_BLOCK || _typeOf(id) > 1) {
                revert InvalidChildPolicy(ids[i]);
            }
        }
    }

    function _requireExisting(uint64 id) private view returns (address admin) {
        uint256 policy = _state().policies[id];
        if (policy == 0) revert PolicyNotFound();
        return address(uint160(policy));
    }

    function _requireAdmin(uint64 id) private view {
        if (_requireExisting(id) != msg.sender) revert Unauthorized();
    }

    function _typeOf(uint64 id) private pure returns (uint256) {
        return id >> 56;
    }

    function _isAtHome() internal view override returns (bool) {
        return address(this) == POLICY_REGISTRY;
    }

    function _state() private pure returns (Policies storage state) {
        assembly {
            state.slot := 0x00503aeb06982fa1fe3151dc68f90b3946c55c449dfd447e49dcaece71ba4a00
        }
    }
}
