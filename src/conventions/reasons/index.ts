import { ADMIN_REASONS } from './admin-reasons.ts';
import { CONSOLE_REASONS } from './console-reasons.ts';
import { MEDIATION_REASONS } from './mediation-reasons.ts';
import type { StatusCode } from './reason.ts';
import { REQUEST_REASONS } from './request-reasons.ts';

export { type ReasonEntry, STATUS_CODES, type StatusCode } from './reason.ts';
export { ADMIN_REASONS, CONSOLE_REASONS, MEDIATION_REASONS, REQUEST_REASONS };

/** Every reason of google.rpc.ErrorInfo that this server sends. A reason is stable once it is released. */
export const REASONS = { ...REQUEST_REASONS, ...MEDIATION_REASONS, ...ADMIN_REASONS, ...CONSOLE_REASONS };

export type Reason = keyof typeof REASONS;

export type CodeOf<R extends Reason> = (typeof REASONS)[R]['codes'][number];

/** The reasons that may occur with a canonical code. */
export type ReasonOf<Code extends StatusCode> = {
  [R in Reason]: Code extends CodeOf<R> ? R : never;
}[Reason];
