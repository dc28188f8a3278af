"""What an attacker would try first: headers, known holes, and code that a scanner doubts."""
