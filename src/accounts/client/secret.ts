import { hash, timingSafeEqual } from 'node:crypto';
import type { OAuthClient } from '../ports/entities.ts';

/** Secrets are 256 random bits, so a fast hash without salt does not help anybody to find one. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

export function isSecret({ secretHash }: Pick<OAuthClient, 'secretHash'>, given: string): boolean {
  if (secretHash === undefined) return false;
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(secretHash));
}
