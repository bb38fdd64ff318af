interface CpmInputProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** The value that Escape restores; undefined for a new line. */
  readonly saved: string | undefined;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
}

/** The CPM in the row of a line. Enter sorts the lines, Escape restores the saved price. */
export function CpmInput({ id, label, value, saved, problem, onChange, onLeave }: CpmInputProps) {
  return (
    <>
      <span className="cpm">
        <span aria-hidden="true" className="soft">
          $
        </span>
        <input
          type="text"
          inputMode="decimal"
          id={id}
          className="input"
          autoComplete="off"
          aria-label={label}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onLeave();
            if (event.key === 'Escape' && saved !== undefined) onChange(saved);
          }}
        />
      </span>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="problem small">
          {problem}
        </p>
      )}
    </>
  );
}
