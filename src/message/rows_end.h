/* Undoes rows.h. */
#ifdef NO_RULE_ROWS
#undef RULE
#undef NO_RULE_ROWS
#endif
#ifdef NO_FAMILY_RULES_ROWS
#undef FAMILY_RULES
#undef NO_FAMILY_RULES_ROWS
#endif
#ifdef NO_OVERRIDE_ROWS
#undef OVERRIDE
#undef NO_OVERRIDE_ROWS
#endif
#ifdef NO_MESSAGE_ROWS
#undef MESSAGE
#undef NO_MESSAGE_ROWS
#endif
#ifdef NO_RELATED_ROWS
#undef RELATED
#undef NO_RELATED_ROWS
#endif
#ifdef NO_SHARED_ROWS
#undef SHARED
#undef NO_SHARED_ROWS
#endif
#ifdef NO_WORDS_ROWS
#undef WORDS
#undef NO_WORDS_ROWS
#endif
#ifdef NO_EDITS_ROWS
#undef EDITS
#undef NO_EDITS_ROWS
#endif
#ifdef NO_LEFT_OPEN_ROWS
#undef LEFT_OPEN
#undef NO_LEFT_OPEN_ROWS
#endif
#ifdef NO_CAUSE_ROWS
#undef CAUSE
#undef NO_CAUSE_ROWS
#endif
#ifdef NO_RAISED_ROWS
#undef RAISED
#undef NO_RAISED_ROWS
#endif
#ifdef NO_MARK_ROWS
#undef MARK
#undef NO_MARK_ROWS
#endif
#ifdef NO_RAISE_ROWS
#undef RAISE
#undef NO_RAISE_ROWS
#endif
#ifdef NO_ASKS_ROWS
#undef ASKS
#undef NO_ASKS_ROWS
#endif
#ifdef NO_UNCOVERS_ROWS
#undef UNCOVERS
#undef NO_UNCOVERS_ROWS
#endif
#ifdef NO_CLAIM_ROWS
#undef CLAIM
#undef NO_CLAIM_ROWS
#endif
#ifdef NO_NO_CLAIM_ROWS
#undef NO_CLAIM
#undef NO_NO_CLAIM_ROWS
#endif
#ifdef NO_WORDS_CLAIM_ROWS
#undef WORDS_CLAIM
#undef NO_WORDS_CLAIM_ROWS
#endif
#ifdef NO_MOTION_ROWS
#undef MOTION
#undef NO_MOTION_ROWS
#endif
