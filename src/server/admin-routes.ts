import type { AdminMethod } from '../admin/method.ts';
import { METHODS } from '../admin/registry.ts';
import type { AdminRoute } from '../http/admin/plugin.ts';

export const DESCRIBED_METHODS = Object.entries(METHODS as Readonly<Record<string, AdminMethod>>).map(
  ([name, method]) => ({ name, ...method }),
);

/** The methods, each with what does it. */
export function adminRoutes(calls: Readonly<Record<string, AdminRoute['call']>>): readonly AdminRoute[] {
  return DESCRIBED_METHODS.map(({ name, http, role, bodyLimit, request, response }) => ({
    name,
    http,
    role,
    bodyLimit,
    request,
    response,
    call: calls[name] as AdminRoute['call'],
  }));
}
