import classes from './quiet.module.css'

/** Sentences that the server says about what is shown, each as a line. */
export const Sentences = ({ all }: { all: readonly string[] | undefined }) =>
  all?.map((sentence) => (
    <p key={sentence} className={classes.note}>
      {sentence}
    </p>
  ))
