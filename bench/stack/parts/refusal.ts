const STATUS = {
  invalidPayloadSignature: 401,
  invalidPayloadEncryption: 400,
  invalidIdentifier: 404,
  invalidFieldValue: 400,
  missingRequiredField: 400,
  invalidDecryptedRequest: 400,
  invalidState: 400,
} as const;

type Reason = keyof typeof STATUS;

/** A request that gets an ErrorResponse with this reason. */
export class Refusal extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }

  get status(): number {
    return STATUS[this.reason];
  }
}

export function require<T>(value: T | undefined | null | false, reason: Reason, message: string): T {
  if (value === undefined || value === null || value === false) throw new Refusal(reason, message);
  return value;
}
