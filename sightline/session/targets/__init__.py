"""Targets: what is known of each of them when somebody has to choose one, the same for terminal, window, log and Python.

Chances of attacks are in `target_chances`, all that is known of a candidate in `target_evidence`, of a charge in
`charge_evidence`, of every option of a question in `decision_evidence`, and what people and programs read in `evidence_words`.
"""
