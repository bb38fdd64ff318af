import type { Static, TSchema } from 'typebox';

import type { SecondPersonGroup } from './method.ts';

interface Method {
  readonly request: TSchema;
  readonly secondPerson?: SecondPersonGroup;
  readonly whenApproved?: 'sentAgain';
}

type Marked<Methods extends Readonly<Record<string, Method>>> = {
  [Name in keyof Methods]: Methods[Name] extends { readonly secondPerson: SecondPersonGroup } ? Name : never;
}[keyof Methods];

/**
 * For each method that may wait for a second person: checks a request as the method would, and changes nothing. Gives
 * the arguments that are kept until then, with ids in place of names; of what is sent again, enough to know it by.
 * Undefined for a request that changes nothing and need not wait. @throws StatusError
 */
export type Preparations<Methods extends Readonly<Record<string, Method>>> = {
  readonly [Name in Marked<Methods>]: (
    request: Static<Methods[Name]['request']>,
  ) => Promise<
    Methods[Name] extends { readonly whenApproved: 'sentAgain' }
      ? object | undefined
      : Static<Methods[Name]['request']>
  >;
};

/** In place of its answer: nothing was done, the request waits for a second person. */
export class Awaited {
  readonly approval: object;

  constructor(approval: object) {
    this.approval = approval;
  }
}
