import { explainedKinds } from 'virtual:contract';

export type Kind = (typeof explainedKinds)[number]['name'];

export const kindOf = (text: string | undefined): Kind | undefined =>
  explainedKinds.find(({ name }) => name === text)?.name;
