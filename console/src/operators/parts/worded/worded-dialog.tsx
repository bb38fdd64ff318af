import { adminMethods, words } from 'virtual:contract';
import { type ReactNode, useState } from 'react';
import { fillTemplate } from '../../../../../src/client/fill-template.ts';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import {
  type AdminRequest,
  type AdminResponse,
  type MethodName,
  useAdminAction,
  useIsHere,
} from '../../api.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { useWord } from './columns.tsx';
import { emptyValue, FieldInput, isFilled, sentValue, type Value } from './field-input.tsx';

interface WordedDialogProps<Name extends MethodName> {
  readonly method: Name;
  /** What it acts on: members of the request. */
  readonly on?: Partial<AdminRequest<Name>>;
  /** What fields have at first. */
  readonly first?: Readonly<Record<string, Value>>;
  /** What the action does here, where more is known than the words say. */
  readonly effect?: ReactNode;
  readonly typed?: string;
  /** What the action is called here, if not as in the words of the contract. */
  readonly name?: string | undefined;
  /** What is asked, with the name of what it acts on, if that is known. */
  readonly named?: string | false | undefined;
  /** In place of saying what was done. */
  readonly onDone?: (answer: AdminResponse<Name>) => void;
  /** After what was done is said. */
  readonly after?: (answer: AdminResponse<Name>) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** What follows from what was chosen. */
  readonly result?: (values: Readonly<Record<string, Value>>) => string | undefined;
}

/** The name of an action, for buttons. */
export function useActionName() {
  const word = useWord();
  return (method: MethodName): string => word(words[method]?.name ?? method);
}

/** Says what was done: `The credential is revoked.` */
function useSayDone(method: MethodName) {
  const { parts } = useMessages();
  const word = useWord();
  const say = useSay();
  const { done, noun } = words[method] ?? {};
  return (answer: object) =>
    say(done === undefined ? parts.done : `${word(fillTemplate(done, { ...answer, it: `the ${noun}` }))}.`);
}

/** The dialog of an action, from the words of the contract: its question, its fields, and what was done. */
export function WordedDialog<Name extends MethodName>(props: WordedDialogProps<Name>) {
  const {
    method,
    on,
    first = {},
    effect,
    typed,
    name,
    named,
    onDone,
    after,
    onClose,
    children,
    result,
  } = props;
  const word = useWord();
  const nameOf = useActionName();
  const sayDone = useSayDone(method);
  const { mutateAsync } = useAdminAction(method);
  const isHere = useIsHere();
  const { ask, effect: usual = '', fields: all = [] } = words[method] ?? {};
  const fields = all.filter(isHere);
  const [values, setValues] = useState<Readonly<Record<string, Value>>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, first[field.name] ?? emptyValue(field)])),
  );
  const inputOf = (name: string) => values[name] ?? '';
  const given = fields.map((field) => [field.name, sentValue(field, inputOf(field.name))] as const);
  const request = { ...on, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
  const missing = fields.find((field) => !isFilled(field, inputOf(field.name)));
  return (
    <ActionDialog
      title={named || (name ?? (ask === undefined ? nameOf(method) : word(ask)))}
      text={effect ?? word(usual)}
      action={name ?? nameOf(method)}
      isDanger={adminMethods[method].final === true}
      {...(typed !== undefined && { typed })}
      missing={missing && word(missing.label ?? missing.name)}
      run={() => mutateAsync(request as AdminRequest<Name>)}
      onDone={(answer) => {
        if (onDone) onDone(answer as AdminResponse<Name>);
        else sayDone(answer as object);
        after?.(answer as AdminResponse<Name>);
      }}
      onClose={onClose}
    >
      {children}
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={inputOf(field.name)}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {result && (
        <p className="soft small" role="status">
          {result(values)}
        </p>
      )}
    </ActionDialog>
  );
}
