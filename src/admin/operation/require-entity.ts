import { StatusError } from '../../conventions/status.ts';

const REASON_OF = {
  holder: 'HOLDER_NOT_FOUND',
  device: 'DEVICE_NOT_FOUND',
  proofing: 'PROOFING_NOT_FOUND',
  credential: 'CREDENTIAL_NOT_FOUND',
  code: 'CODE_NOT_FOUND',
  key: 'KEY_NOT_FOUND',
  hold: 'HOLD_NOT_FOUND',
} as const;

/** @throws StatusError NOT_FOUND if there is no such entity */
export function requireEntity<T>(entity: T | undefined, what: keyof typeof REASON_OF): T {
  if (entity !== undefined) return entity;
  throw new StatusError(REASON_OF[what], `there is no ${what} with this id; see diptych ${what}s list`);
}
