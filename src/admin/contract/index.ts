import { type Static, type TSchema, Type } from 'typebox';
import { closed, withPrintableTexts } from '../../conventions/json-schema.ts';
import type { Panel } from '../../conventions/panel.ts';
import { APPROVAL_METHODS } from './approvals/methods.ts';
import { EVENT_METHODS, SEAL_METHODS } from './audit-log/methods.ts';
import { CATALOGUE_METHODS } from './catalogue/methods.ts';
import { CLIENT_METHODS } from './clients/methods.ts';
import { CODE_METHODS } from './codes/methods.ts';
import { CONFIGURATION_METHODS } from './configuration/methods.ts';
import { CONSOLE_METHODS } from './console/methods.ts';
import { CREDENTIAL_METHODS } from './credentials/methods.ts';
import { DEVICE_METHODS } from './devices/methods.ts';
import { DOCUMENT_TYPE_METHODS, SPECIMEN_METHODS } from './document-types/methods.ts';
import { type GuardedEvent, SECOND_PERSON_EFFECTS, STEP_UP_EFFECTS } from './effects.ts';
import { FIGURE_METHODS } from './figures/methods.ts';
import { HOLDER_METHODS } from './holders/methods.ts';
import { HOLD_METHODS } from './holds/methods.ts';
import { KEY_METHODS } from './keys/methods.ts';
import type { AdminMethod } from './method.ts';
import { NOTIFICATION_METHODS } from './notifications/methods.ts';
import { PROOFING_METHODS } from './proofings/methods.ts';
import { PUBLISHER_METHODS } from './publishers/methods.ts';
import { REQUEST_METHODS } from './requests/methods.ts';
import { STATUS_METHODS } from './status/methods.ts';
import { STATUS_LIST_METHODS } from './status-lists/methods.ts';
import { OAUTH_KEY_METHODS, TOKEN_METHODS } from './tokens/methods.ts';
import { MEMBER_METHODS, USER_METHODS } from './users/methods.ts';

/** Methods of the administration that serve one panel. Without it, they are absent. */
const OF_ISSUER = {
  ...DOCUMENT_TYPE_METHODS,
  ...HOLDER_METHODS,
  ...HOLD_METHODS,
  ...CODE_METHODS,
  ...PROOFING_METHODS,
  ...CREDENTIAL_METHODS,
  ...DEVICE_METHODS,
  ...NOTIFICATION_METHODS,
  ...FIGURE_METHODS,
  ...SPECIMEN_METHODS,
  ...STATUS_LIST_METHODS,
  ...KEY_METHODS,
} as const;

const OF_MEDIATION = {
  ...CLIENT_METHODS,
  ...TOKEN_METHODS,
  ...MEMBER_METHODS,
  ...PUBLISHER_METHODS,
  ...CATALOGUE_METHODS,
} as const;

/**
 * Every method of the admin interface. Routes, roles, OpenAPI, the command line and
 * the table in docs/operate/second-person.md are made from it.
 */
export const METHODS = {
  ...OF_ISSUER,
  ...EVENT_METHODS,
  ...SEAL_METHODS,
  ...REQUEST_METHODS,
  ...APPROVAL_METHODS,
  ...USER_METHODS,
  ...OF_MEDIATION,
  ...CONSOLE_METHODS,
  ...OAUTH_KEY_METHODS,
  ...CONFIGURATION_METHODS,
  ...STATUS_METHODS,
} as const satisfies Record<string, AdminMethod>;

type Methods = typeof METHODS;

export type MethodName = keyof Methods;
export type AdminRequest<Name extends MethodName> = Static<Methods[Name]['request']>;
export type AdminResponse<Name extends MethodName> = Static<Methods[Name]['response']>;

type EventsOf<Name extends MethodName> = Methods[Name] extends { readonly audit: readonly (infer Event)[] }
  ? Event
  : never;

/** The methods that have an effect of a group of `admin.secondPerson`. */
export type GuardedName = {
  [Name in MethodName]: Extract<EventsOf<Name>, GuardedEvent> extends never ? never : Name;
}[MethodName];

export const METHOD_NAMES = Object.keys(METHODS) as readonly MethodName[];

/** A method without the types of its own request and response. */
export const methodNamed = (name: MethodName): AdminMethod => METHODS[name];

/** The panel that the method is for; undefined if it is for both. */
export function panelOf(name: MethodName): Panel | undefined {
  if (name in OF_ISSUER) return 'issuer';
  return name in OF_MEDIATION ? 'mediation' : undefined;
}

/** The methods of a server with these panels. */
export const methodsOf = (panels: readonly Panel[]): readonly MethodName[] =>
  METHOD_NAMES.filter((name) => {
    const panel = panelOf(name);
    return panel === undefined || panels.includes(panel);
  });

type Members = Readonly<Record<string, TSchema>>;

const membersOf = ({ request }: AdminMethod) => (request as { readonly properties: Members }).properties;

/**
 * Whether a method changes something. A method that only reads may still write to the audit log that it read.
 */
export const changes = (name: MethodName): boolean =>
  methodNamed(name).audit !== undefined && methodNamed(name).auditsReads === undefined;

/** Whether the method supports `validateOnly`. */
export function takesValidateOnly(name: MethodName): boolean {
  const method = methodNamed(name);
  return changes(name) && method.noValidateOnly === undefined && !('validateOnly' in membersOf(method));
}

const ValidateOnly = Type.Optional(
  Type.Boolean({ description: 'Answer what would be, and change nothing; no second person is asked.' }),
);

/** The request of the method, with the members that every change has. Every text in it is printable. */
export function sentRequest(name: MethodName): TSchema {
  const method = methodNamed(name);
  if (!takesValidateOnly(name)) return withPrintableTexts(method.request);
  return withPrintableTexts(Type.Object({ ...membersOf(method), validateOnly: ValidateOnly }, closed));
}

export const isMethodName = (name: string): name is MethodName => Object.hasOwn(METHODS, name);

const GUARDED: readonly GuardedEvent[] = Object.values(SECOND_PERSON_EFFECTS).flat();

/** The effects of the method that can need a second person. */
export const guardedEffectsOf = (name: MethodName): readonly GuardedEvent[] =>
  GUARDED.filter((event) => methodNamed(name).audit?.includes(event));

export const isGuarded = (name: MethodName): name is GuardedName => guardedEffectsOf(name).length > 0;

/** Whether callers in a browser must have proven who they are in the last minutes. */
export const needsStepUp = (name: MethodName): boolean =>
  methodNamed(name).audit?.some((event) => STEP_UP_EFFECTS.has(event)) === true;
