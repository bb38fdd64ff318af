import { Type } from 'typebox';
import type { LimitName, Limits } from '../../http/throttle.ts';

const PerMinute = (description: string, production: number) =>
  Type.Optional(
    Type.Integer({
      description: `${description} Default: ${production}, 0 in the sandbox.`,
      minimum: 0,
      maximum: 10_000_000,
    }),
  );

/** Default limits in production, requests per minute. */
const PRODUCTION_LIMITS = {
  issuerPerCaller: 30_000,
  issuerPerDevice: 120,
  issuerPerCode: 20,
  mediationPerCaller: 1_200,
  mediationPerPublisher: 2_400,
  servePerAddress: 1_200,
  resolvePerAddress: 60,
  eventsPerAddress: 10,
  walletsPerAddress: 600,
  adminPerOperator: 1_200,
} as const;

/** Requests per minute, counted by each process separately. 0 means no limit. */
export const LimitSettings = Type.Object(
  {
    issuerPerCaller: PerMinute(
      'Requests per minute of one caller of the issuer panel, identified by pin, subject or address.',
      PRODUCTION_LIMITS.issuerPerCaller,
    ),
    issuerPerDevice: PerMinute(
      'Requests per minute about one deviceReferenceId.',
      PRODUCTION_LIMITS.issuerPerDevice,
    ),
    issuerPerCode: PerMinute(
      'Requests per minute with one pre-authorization code, from any device.',
      PRODUCTION_LIMITS.issuerPerCode,
    ),
    mediationPerCaller: PerMinute(
      'Requests per minute of one subject of access tokens.',
      PRODUCTION_LIMITS.mediationPerCaller,
    ),
    mediationPerPublisher: PerMinute(
      'Requests per minute about one publisher account.',
      PRODUCTION_LIMITS.mediationPerPublisher,
    ),
    servePerAddress: PerMinute(
      'Requests per minute for snapshots with one serving key from one address.',
      PRODUCTION_LIMITS.servePerAddress,
    ),
    resolvePerAddress: PerMinute(
      'Resolve requests per minute with one serving key from one address.',
      PRODUCTION_LIMITS.resolvePerAddress,
    ),
    eventsPerAddress: PerMinute(
      'Reports of statistics per minute with one serving key from one address.',
      PRODUCTION_LIMITS.eventsPerAddress,
    ),
    walletsPerAddress: PerMinute(
      'Requests per minute of wallets by OpenID4VCI, and of the page for holders, from one address.',
      PRODUCTION_LIMITS.walletsPerAddress,
    ),
    adminPerOperator: PerMinute(
      'Requests per minute of one operator of the admin interface.',
      PRODUCTION_LIMITS.adminPerOperator,
    ),
  },
  { additionalProperties: false, default: {} },
);

/** The limits in effect: the defaults depend on the profile. */
export function limitsOf({ profile, limits }: { profile: string; limits: Partial<Limits> }): Limits {
  const names = Object.keys(PRODUCTION_LIMITS) as LimitName[];
  const usual = (name: LimitName) => (profile === 'production' ? PRODUCTION_LIMITS[name] : 0);
  return Object.fromEntries(names.map((name) => [name, limits[name] ?? usual(name)])) as Limits;
}
