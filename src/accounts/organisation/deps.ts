import type { AccountDeps } from '../deps.ts';
import type { Organisation, OrganisationProvider } from '../ports/organisation.ts';

/** An organisation with its provider. */
export interface Party {
  readonly organisation: Organisation;
  readonly provider: OrganisationProvider;
}

/** When sign-ins end. Durations are milliseconds. */
export interface SignInLimits {
  /** From the sign-in, even if it is used. */
  readonly absolute: number;
  /** From the last use. */
  readonly idle: number;
  readonly administratorIdle: number;
}

/** Encrypts texts that are stored. */
interface TextCipher {
  encrypt(text: string): string;
  /** Undefined if the text was encrypted with another key. */
  decrypt(sealed: string): string | undefined;
}

export interface OrganisationDeps extends Pick<AccountDeps, 'store' | 'clock' | 'random'> {
  /** By the id of the organisation. */
  readonly parties: ReadonlyMap<string, Party>;
  readonly limits: SignInLimits;
  /** For refresh tokens. */
  readonly cipher: TextCipher;
  /** For attempts that begin on a console. */
  readonly attempts: TextCipher;
}
