import { createContext, type InputHTMLAttributes, type ReactNode, useContext, useId } from 'react';
import { useMessages } from '../messages/index.ts';

interface Link {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

const LinkContext = createContext<Link | undefined>(undefined);

export function useLink() {
  const link = useContext(LinkContext);
  if (!link) return {};
  return {
    id: link.id,
    'aria-describedby': link.describedBy,
    'aria-invalid': link.isInvalid || undefined,
  };
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The error of the value. */
  readonly problem?: string | undefined;
  readonly isOptional?: boolean;
  /** Id of the input, if something links to it. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** Fields beside each other where there is room. Their inputs stand in one line, however long labels and hints are. */
export const Fields = ({ children }: { readonly children: ReactNode }) => (
  <div className="fields">{children}</div>
);

/** An input with its label, error and hint, linked for screen readers. */
export function Field({ label, hint, problem, isOptional, id: given, children }: FieldProps) {
  const own = useId();
  const id = given ?? own;
  const { common } = useMessages();
  const parts = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="soft"> ({common.optional})</span>}
      </label>
      <div className="control">
        <LinkContext
          value={{ id, describedBy: parts.join(' ') || undefined, isInvalid: problem !== undefined }}
        >
          {children}
        </LinkContext>
      </div>
      {parts.length > 0 && (
        <div className="notes small">
          {problem && (
            <p id={`${id}-problem`} className="problem">
              {problem}
            </p>
          )}
          {hint && (
            <div id={`${id}-hint`} className="soft">
              {hint}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

type Own = 'value' | 'onChange' | 'className' | 'style';

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, Own> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TextInput({ value, onChange, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      {...useLink()}
      {...rest}
      className="input"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface TextAreaProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
}

export function TextArea({ value, onChange, rows = 3, maxLength }: TextAreaProps) {
  return (
    <textarea
      {...useLink()}
      className="input"
      rows={rows}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface Option<Value extends string> {
  readonly value: Value;
  readonly text: string;
}

interface SelectProps<Value extends string> {
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  /** Needed when no Field labels the input. */
  readonly label?: string;
}

export function Select<Value extends string>({ value, options, onChange, label }: SelectProps<Value>) {
  return (
    <select
      {...useLink()}
      {...(label !== undefined && { 'aria-label': label })}
      className="input"
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}

/** A choice of few, all of which are visible. Digits choose, too. */
export function Radios<Value extends string>({
  label,
  value,
  options,
  onChange,
}: Omit<SelectProps<Value>, 'label'> & { readonly label: string }) {
  const name = useId();
  return (
    <fieldset
      className="field radios"
      onKeyDown={({ key }) => {
        const option = options[Number(key) - 1];
        if (option) onChange(option.value);
      }}
    >
      <legend>{label}</legend>
      {options.map((option, index) => (
        <label key={option.value} className="check">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.text}</span>
          <span aria-hidden="true" className="key">
            {index + 1}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface CheckboxProps {
  readonly label: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly disabled?: boolean;
}

export function Checkbox({ label, isChecked, onChange, disabled }: CheckboxProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
