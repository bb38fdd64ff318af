/** What `toJSON` of the browser gives for a used passkey (WebAuthn Level 3, AuthenticationResponseJSON). */
export interface AssertionJson {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null;
  };
}

/** What `toJSON` of the browser gives for a new passkey (RegistrationResponseJSON). */
export interface AttestationJson {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[];
  };
}

/** The challenge that an answer is for; undefined if the answer cannot be read. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
