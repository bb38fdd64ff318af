import { Compile } from 'typebox/compile';
import { expect } from 'vitest';
import { REASONS } from '../../../../src/conventions/reasons/index.ts';
import { Status } from '../../../../src/http/conventions/status-schema.ts';

const shape = Compile(Status);

export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly status: string;
  readonly errors?: readonly {
    readonly message: string;
    readonly reason: string;
    readonly location?: string;
  }[];
  readonly details: readonly Detail[];
}

interface Detail {
  readonly '@type': string;
  readonly reason?: string;
  readonly domain?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly fieldViolations?: readonly { readonly field?: string; readonly description: string }[];
  readonly violations?: readonly { readonly type: string; readonly subject: string }[];
  readonly retryDelay?: string;
}

export const detailOf = ({ details }: ErrorBody, type: string): Detail | undefined =>
  details.find((detail) => detail['@type'] === `type.googleapis.com/google.rpc.${type}`);

/** What is wrong, by field. */
export const violationsOf = (error: ErrorBody) => detailOf(error, 'BadRequest')?.fieldViolations ?? [];

export const reasonOf = (error: ErrorBody) => detailOf(error, 'ErrorInfo')?.reason;

/** Expects that an error meets AIP-193 and is printed as indented JSON. */
export function checkError(status: number, text: string): ErrorBody {
  const body = JSON.parse(text) as { readonly error: ErrorBody };
  expect([...shape.Errors(body)]).toEqual([]);
  expect(text).toBe(`${JSON.stringify(body, null, 2)}\n`);
  const { error } = body;
  expect(error.code).toBe(status);
  expect(error.message).not.toBe('');
  const types = error.details.map((detail) => detail['@type']);
  expect(new Set(types).size, 'each type of detail at most once').toBe(types.length);
  const info = detailOf(error, 'ErrorInfo');
  expect(info?.reason).toMatch(/^[A-Z][A-Z0-9_]{0,61}[A-Z0-9]$/);
  // The vectors use other reasons and another domain.
  if (info?.domain === 'diptych') expect(Object.keys(REASONS)).toContain(info.reason);
  expect(info?.domain).not.toBe('');
  for (const key of Object.keys(info?.metadata ?? {})) expect(key).toMatch(/^[a-z][a-zA-Z0-9-_]+$/);
  return error;
}
