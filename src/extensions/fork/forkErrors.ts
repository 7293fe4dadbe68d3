/** Two values for what can have one only: two upstreams, or two files, are of different chains or one lies. */
export class ConflictingFact extends Error {
  override readonly name = 'ConflictingFact'
  readonly code = -32000

  constructor(key: string, known: string, other: string, where = '') {
    super(`${where}${key} has two values at the fork's block: ${known}, and ${other}`)
  }
}

/** A fork that sends nothing out is asked for what its cassette does not have. */
export class MissingOffline extends Error {
  override readonly name = 'MissingOffline'
  readonly code = -32000
  readonly data: { readonly missing: Readonly<Record<string, unknown>> }

  /** `what` as in `slot 0x0 of 0x…`; `file` names the cassette. */
  constructor(
    file: string,
    what: string,
    block: bigint,
    missing: Readonly<Record<string, unknown>>,
  ) {
    super(
      `the fork is offline and ${file} lacks ${what} at block ${block}: run once with the URL of the live chain (fork.url, --fork-url)`,
    )
    this.data = { missing }
  }
}

/**
 * A live chain did not answer a request. Messages name scheme and host at most, and there is no `cause`: the rest of a
 * URL or a header may be secret.
 */
export class UpstreamError extends Error {
  override readonly name: string = 'UpstreamError'
  readonly code: number = -32000
  /** Scheme and host. */
  readonly upstream: string

  constructor(upstream: string, problem: string) {
    super(`${upstream} ${problem}`)
    this.upstream = upstream
  }
}

/** The upstream answers with an error of its own, in its words and with its code. */
export class UpstreamRefusal extends UpstreamError {
  override readonly name = 'UpstreamRefusal'
  override readonly code: number
  readonly data: unknown

  constructor(upstream: string, method: string, code: number, words: string, data: unknown) {
    super(upstream, `answers ${method} with: ${words}`)
    this.code = code
    this.data = data
  }
}

/** There were too many requests, also after waiting. */
export class RateLimited extends UpstreamError {
  override readonly name = 'RateLimited'

  constructor(upstream: string, words: string) {
    super(
      upstream,
      `limits the rate of requests (${words}), even after the retries: wait, allow more retries, or ask for fewer requests per second`,
    )
  }
}

/** The upstream does not know a block that it should. */
export class BlockNotThere extends UpstreamError {
  override readonly name = 'BlockNotThere'

  constructor(upstream: string, which: string) {
    super(
      upstream,
      `does not have ${which}: look for another number or hash, or wait until it is there`,
    )
  }
}

/** The block of the fork has been there, and is no more. */
export class ForkReorged extends UpstreamError {
  override readonly name = 'ForkReorged'

  constructor(upstream: string, block: bigint) {
    super(
      upstream,
      `has replaced block ${block}, which was forked, in a reorg: start again, and fork a finalized block to avoid this`,
    )
  }
}

/** The state of the block is not kept any more. */
export class NotArchive extends UpstreamError {
  override readonly name = 'NotArchive'

  constructor(upstream: string, block?: bigint) {
    super(
      upstream,
      `has no state of ${block === undefined ? 'that block' : `block ${block}`} any more, as nodes keep only that of about 128 blocks: give the URL of an archive node, a newer block, or a cassette`,
    )
  }
}

/** The upstream lacks a method. */
export class MethodMissing extends UpstreamError {
  override readonly name = 'MethodMissing'

  constructor(upstream: string, method: string) {
    super(upstream, `does not have the method ${method}`)
  }
}

/** HTTP 401 or 403. */
export class AccessRefused extends UpstreamError {
  override readonly name = 'AccessRefused'

  constructor(upstream: string, status: number) {
    super(upstream, `refuses access (HTTP ${status}): check the key in the URL, or the headers`)
  }
}

/** The certificate of the other side is not one that Node trusts. */
export class UntrustedCertificate extends UpstreamError {
  override readonly name = 'UntrustedCertificate'

  /** `code` as Node has it, such as `DEPTH_ZERO_SELF_SIGNED_CERT`. */
  constructor(upstream: string, code: string) {
    super(
      upstream,
      `has a certificate that is not trusted (${code}): name the file of its authority in NODE_EXTRA_CA_CERTS, or check the host in the URL`,
    )
  }
}

/** No answer came: no connection, a broken one, an error of the server, or none in time. */
export class Unreachable extends UpstreamError {
  override readonly name = 'Unreachable'

  constructor(upstream: string, problem: string) {
    super(upstream, `cannot be reached: ${problem}`)
  }
}

/** What came is no JSON-RPC: a page for people, or half of an answer. */
export class NoJsonRpc extends UpstreamError {
  override readonly name = 'NoJsonRpc'

  constructor(upstream: string, what: string) {
    super(upstream, `answers ${what} instead of JSON-RPC: is that the URL of a node?`)
  }
}

/** More came than an answer may have. */
export class AnswerTooLong extends UpstreamError {
  override readonly name = 'AnswerTooLong'

  /** `limit` names it. */
  constructor(upstream: string, limit: string) {
    super(upstream, `sends an answer that is too long: ${limit}`)
  }
}

/** What came cannot be what was asked for. */
export class InvalidAnswer extends UpstreamError {
  override readonly name = 'InvalidAnswer'

  /** `problem` as in `which is no quantity`. */
  constructor(upstream: string, asked: string, problem: string) {
    super(upstream, `gave an invalid answer to ${asked}: ${problem}`)
  }
}

/** The upstream is of another chain than it should. */
export class AnotherChain extends UpstreamError {
  override readonly name = 'AnotherChain'

  constructor(upstream: string, found: number, expected: number) {
    super(
      upstream,
      `is on chain ${found}, but the fork is of chain ${expected}: give a URL of that chain`,
    )
  }
}

/** A proof does not prove what comes with it. */
export class ForgedProof extends UpstreamError {
  override readonly name = 'ForgedProof'

  /** `key` as in `slot 0x0 of 0x…`. */
  constructor(upstream: string, key: string, block: bigint) {
    super(
      upstream,
      `answers ${key} at block ${block} with a proof that does not lead to the block's state root: it is not to be trusted`,
    )
  }
}

/** Values of the fork's block cannot be proven, though they have to be. */
export class NoProofs extends UpstreamError {
  override readonly name = 'NoProofs'

  /** `why` as in `it does not have the method eth_getProof`. */
  constructor(upstream: string, why: string) {
    super(upstream, `gives no proofs that a fork can be verified by: ${why}`)
  }
}

/** Something that names an upstream is not one. The text is not shown, as it may hold a key. */
export class InvalidForkUrl extends Error {
  override readonly name = 'InvalidForkUrl'
  readonly code = -32602

  constructor(problem: string) {
    super(
      `the fork's URL ${problem}: give http://, https://, ws:// or wss://, or the path of an IPC socket`,
    )
  }
}

/** A cassette cannot be read as one; the message says which line. */
export class InvalidCassette extends Error {
  override readonly name = 'InvalidCassette'
  readonly code = -32602
  readonly file: string
  /** The line, from 1; none when it is about the file as a whole. */
  readonly line: number | undefined

  constructor(file: string, line: number | undefined, problem: string) {
    super(`${file}${line === undefined ? '' : `, line ${line}`}: ${problem}`)
    this.file = file
    this.line = line
  }
}

/** A cassette is of another block or chain than the fork is to begin from. */
export class CassetteMismatch extends Error {
  override readonly name = 'CassetteMismatch'
  readonly code = -32602

  /** Creates the error; `found` and `wanted` read as `block 5`. */
  constructor(file: string, found: string, wanted: string) {
    super(
      `${file} is of ${found}, and the fork is to be of ${wanted}: take it as it is, name another file, or record it again with --fork-refresh`,
    )
  }
}

/** No cassette to use offline, or several that fit. */
export class NoCassette extends Error {
  override readonly name = 'NoCassette'
  readonly code = -32602
}
