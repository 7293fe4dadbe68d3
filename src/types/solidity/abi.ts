/** A parameter of a function, an event or an error; `components` are the fields of a tuple. */
export interface AbiParameter {
  readonly type: string
  readonly name?: string | undefined
  readonly internalType?: unknown
  /** Of an event: whether it is a topic. */
  readonly indexed?: boolean | undefined
  readonly components?: readonly AbiParameter[] | undefined
}

/** A function, event, error or constructor, as compilers write it. */
export interface AbiItem {
  readonly type: string
  readonly name?: string | undefined
  readonly inputs?: readonly AbiParameter[] | undefined
  readonly outputs?: readonly AbiParameter[] | undefined
  readonly stateMutability?: string | undefined
  readonly anonymous?: boolean | undefined
}

/** The interface of a contract, as compilers write it. */
export type Abi = readonly AbiItem[]
