import { explainedKinds } from 'virtual:contract';

export type Kind = (typeof explainedKinds)[number];

export const kindOf = (text: string | undefined): Kind | undefined =>
  explainedKinds.find((kind) => kind === text);
